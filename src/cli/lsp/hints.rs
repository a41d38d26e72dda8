//! Inlay hints: the reach of each piece.

use carn::draw::on_empty_board;
use carn::variant::RoleId;
use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams};

use super::document::OWN;
use super::session::Session;
use crate::cli::counted::counted;

/// The number of squares that each piece reaches, after its heading or key.
pub fn hints(session: &mut Session, asked: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let uri = &asked.text_document.uri;
    let session = session.settle(uri);
    let document = session.document(uri)?;
    let variant = document.variant.as_ref().filter(|_| document.current)?;
    let wanted = document.lines.span(&document.text, asked.range);
    let mut found = Vec::new();
    for (index, role) in variant.roles.iter().enumerate() {
        let own = document.origins.roles.get(index).is_some_and(|(source, _)| *source == OWN);
        let key = document
            .outline
            .keys
            .iter()
            .find(|key| key.path.len() == 2 && key.path[0] == "pieces" && key.path[1] == role.name);
        let Some(key) =
            key.filter(|key| own && wanted.start <= key.whole.end && key.whole.start <= wanted.end)
        else {
            continue;
        };
        let Some(reach) = on_empty_board(variant, RoleId(index as u8), None) else { continue };
        let (count, from) = (reach.to.len(), variant.board.name(reach.from));
        let english = format!("reaches {} from {from}", counted(count, "square"));
        let label = session.language.pick(english, format!("从 {from} 可到 {count} 格"));
        found.push(InlayHint {
            position: document.range(key.whole).end,
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
    }
    Some(found)
}
