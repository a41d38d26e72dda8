//! What is wrong with a text: code, span, message, fix; `render` alone names the rendering crate.
