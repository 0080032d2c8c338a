import { readdir, readFile } from "node:fs/promises";
import { validateXML } from "xmllint-wasm";

/** What a schema says of an XML: `checked` is false where there is no schema of it here. */
export type XmlCheck = { checked: boolean; valid: boolean; errors: string[] };

const folder = new URL("./schema/", import.meta.url);
// Imports name the address at which Grants.gov serves a file; here it stands beside.
const served =
  /schemaLocation="https:\/\/apply07\.grants\.gov\/apply\/(?:system|forms)\/schemas\//g;

let loaded: Promise<{ fileName: string; contents: string }[]> | null = null;
const schemas = () =>
  (loaded ??= readdir(folder).then((names) =>
    Promise.all(
      names
        .filter((name) => name.endsWith(".xsd"))
        .map(async (fileName) => ({
          fileName,
          contents: (await readFile(new URL(fileName, folder), "utf8")).replaceAll(
            served,
            'schemaLocation="',
          ),
        })),
    ),
  ));

/** Checks a form's XML by its official schema, without any network. */
export const checkXml = async (xml: string, schema: string | null): Promise<XmlCheck> => {
  if (schema === null) return { checked: false, valid: true, errors: [] };
  const files = await schemas();
  const main = files.find(({ fileName }) => fileName === schema);
  if (!main) return { checked: false, valid: true, errors: [] };
  const { valid, errors } = await validateXML({
    xml: [{ fileName: "form.xml", contents: xml }],
    schema: [main],
    preload: files.filter((file) => file !== main),
  });
  return { checked: true, valid, errors: errors.map(({ message }) => message) };
};
