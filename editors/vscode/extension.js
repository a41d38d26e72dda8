// Starts `carn lsp` and hands it every rule file that is open.
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const settings = workspace.getConfiguration("carn");
  const selector = [{ language: "carn" }];
  if (settings.get("toml")) {
    selector.push({ language: "toml" });
  }
  client = new LanguageClient(
    "carn",
    "CARN",
    { command: settings.get("path"), args: ["lsp"] },
    {
      documentSelector: selector,
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.toml") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`carn lsp does not start: ${error.message}. Is carn.path right?`);
  }
}

exports.activate = (context) => {
  const restart = async () => {
    await client?.stop().catch(() => {});
    await start();
  };
  context.subscriptions.push(commands.registerCommand("carn.restart", restart));
  const changed = (event) => event.affectsConfiguration("carn") && restart();
  context.subscriptions.push(workspace.onDidChangeConfiguration(changed));
  return start();
};

exports.deactivate = () => client?.stop();
