//! The module `carn._carn`: the library's games, records and search as Python classes. Users import the package `carn` around
//! it.

mod batch;
mod board;
mod command;
mod errors;
mod game;
mod moves;
mod outcome;
mod predicate;
mod records;
mod search;
mod variant;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
fn _carn(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RuleError", module.py().get_type::<errors::RuleError>())?;
    module.add("FenError", module.py().get_type::<errors::FenError>())?;
    module.add("IllegalMoveError", module.py().get_type::<errors::IllegalMoveError>())?;
    module.add_class::<variant::Variant>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::Moves>()?;
    let moves = module.py().get_type::<moves::Moves>();
    module.py().import("collections.abc")?.getattr("Sequence")?.call_method1("register", (moves,))?;
    module.add_class::<board::Piece>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<search::Line>()?;
    module.add_class::<search::Found>()?;
    module.add_class::<search::Searcher>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Node>()?;
    module.add_class::<records::Records>()?;
    module.add_class::<predicate::Predicate>()?;
    module.add_class::<predicate::Match>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(variant::variants, module)?)?;
    module.add_class::<variant::Imported>()?;
    module.add_function(wrap_pyfunction!(variant::import_variants, module)?)?;
    module.add_function(wrap_pyfunction!(variant::fairy_variants, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    Ok(())
}
