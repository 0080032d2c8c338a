import { pathToFileURL } from "node:url";
import path from "node:path";
import type { Plugin } from "vite";

type Fields = Parameters<(typeof import("../kernel/record-form.ts"))["shapesOf"]>[0];
const own = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(file)).href);

// Models say how a form holds a field by marking it (`heldAs`). The marks are in the module that the
// models name: vite makes one file of its configuration, and a copy in there would know none of them.
const marked = async () =>
  (await own("src/kernel/record-form.ts")) as typeof import("../kernel/record-form.ts");

const form = /[\\/]src[\\/]areas[\\/].*\.form\.ts$/;
const fieldsFrom = /^import \{([^}]*)\} from "([^"]+\.model\.ts)";$/gm;

// Fields by name, or a schema of which a form takes the shape.
const plain = async (named: Fields | { shape: never }): Promise<object> => {
  const { shapesOf } = await marked();
  return "_zod" in named
    ? { shape: shapesOf((named as { shape: never }).shape) }
    : shapesOf(named as never);
};

const shapesFrom = async (file: string, model: string, names: string): Promise<string> => {
  const at = model.startsWith("#areas/")
    ? path.resolve("src/areas", model.slice("#areas/".length))
    : path.resolve(path.dirname(file), model);
  const found = (await own(at)) as Record<string, never>;
  const named = names.split(",").map((name) => name.trim());
  const lines = named
    .filter((name) => name && !name.startsWith("type "))
    .map(async (name) => `const ${name} = ${JSON.stringify(await plain(found[name]!))};`);
  return (await Promise.all(lines)).join("\n");
};

/**
 * The form of a noun (`<noun>.form.ts`) stands on its schemas. Browsers are sent what forms need of
 * them as plain data, not the schemas and zod.
 */
export const formsForBrowsers: Plugin = {
  name: "forms-for-browsers",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  async transform(code, id) {
    const [file = ""] = id.split("?");
    if (!form.test(file)) return null;
    const found = [...code.matchAll(fieldsFrom)];
    const made = await Promise.all(
      found.map(([, names = "", model = ""]) => shapesFrom(file, model, names)),
    );
    return {
      code: found.reduce((text, [line], at) => text.replace(line, () => made[at]!), code),
      map: null,
    };
  },
};
