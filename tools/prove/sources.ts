// The AssemblyScript sources of the kernels as syntax trees, so that proofs read what is compiled.

// deno-lint-ignore no-import-prefix -- a tool for development, with its own lock
import ts from "npm:typescript@5.9.3";

const ROOT = new URL("../../kernels/assembly/", import.meta.url);

/** A source may be changed on its way, which is how tests show that a proof can fail. */
export type Change = (path: string, text: string) => string;

export interface Module {
  path: string;
  functions: Map<string, ts.FunctionDeclaration>;
  variables: Map<string, ts.VariableDeclaration>;
  /** What a name that is imported is called, and where. */
  imports: Map<string, { path: string; name: string }>;
}

export class Sources {
  readonly #modules = new Map<string, Module>();
  readonly #change: Change;

  constructor(change: Change = (_, text) => text) {
    this.#change = change;
  }

  /** `path` is relative to kernels/assembly. */
  open(path: string): Module {
    let module = this.#modules.get(path);
    if (module === undefined) {
      // Decorators of functions are AssemblyScript's; the parser of TypeScript skips them.
      const text = this.#change(path, Deno.readTextFileSync(new URL(path, ROOT)));
      module = readModule(path, text);
      this.#modules.set(path, module);
    }
    return module;
  }
}

function readModule(path: string, text: string): Module {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const module: Module = {
    path,
    functions: new Map(),
    variables: new Map(),
    imports: new Map(),
  };
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      module.functions.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        if (ts.isIdentifier(declaration.name)) {
          module.variables.set(declaration.name.text, declaration);
        }
      }
    } else if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      readImports(module, statement);
    }
  }
  return module;
}

function readImports(module: Module, statement: ts.ImportDeclaration | ts.ExportDeclaration): void {
  if (!statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) return;
  const from = new URL(statement.moduleSpecifier.text + ".ts", new URL(module.path, "file:///"));
  const path = from.pathname.slice(1);
  const names = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (names === undefined || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return;
  for (const { name, propertyName } of names.elements) {
    module.imports.set(name.text, { path, name: (propertyName ?? name).text });
  }
}
