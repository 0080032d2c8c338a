import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import extensions from "./schema/extensions.json" with { type: "json" };
import recordPackage from "./schema/record-package-schema.json" with { type: "json" };
import releasePackage from "./schema/release-package-schema.json" with { type: "json" };
import release from "./schema/release-schema.json" with { type: "json" };

/**
 * `ownRelease` is a release under the standard and the two extensions that Levee publishes with.
 */
export type OcdsDocument = "release" | "releasePackage" | "recordPackage" | "ownRelease";

// The schemas are draft 4, which names itself by `id`; everything else that they use means the same
// in draft 7.
const asDraft7 = ({
  id,
  $schema: _draft,
  ...rest
}: {
  id: string;
  $schema: string;
  [keyword: string]: unknown;
}) => ({ $id: id, ...rest });
type Definitions = Record<
  string,
  { properties?: Record<string, unknown>; [keyword: string]: unknown }
>;
// An extension is a merge patch (RFC 7396) of the release schema.
const extended = () => {
  const definitions: Definitions = { ...(release.definitions as unknown as Definitions) };
  for (const [name, more] of Object.entries(extensions.definitions as Definitions))
    definitions[name] = {
      ...definitions[name],
      ...more,
      properties: { ...definitions[name]?.properties, ...more.properties },
    };
  return { ...release, id: "urn:levee:ocds-release-with-lots-and-enquiries", definitions };
};
const schemas = {
  ownRelease: asDraft7(extended()),
  release: asDraft7(release),
  releasePackage: asDraft7(releasePackage),
  recordPackage: asDraft7(recordPackage),
};

let validators: Record<OcdsDocument, ValidateFunction> | null = null;
const compile = () => {
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return (validators ??= {
    ownRelease: ajv.getSchema(schemas.ownRelease.$id)!,
    release: ajv.getSchema(schemas.release.$id)!,
    releasePackage: ajv.getSchema(schemas.releasePackage.$id)!,
    recordPackage: ajv.getSchema(schemas.recordPackage.$id)!,
  });
};

/**
 * Where a document breaks the OCDS 1.1 schema, as `/path/to/field: message`; empty when it passes.
 * At most `most` of them.
 */
export const ocdsProblems = (kind: OcdsDocument, document: unknown, most = 200): string[] => {
  const validate = (validators ?? compile())[kind];
  if (validate(document)) return [];
  return [
    ...new Set(
      (validate.errors ?? []).map((e) => `${e.instancePath || "/"}: ${e.message ?? e.keyword}`),
    ),
  ].slice(0, most);
};

type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
};
const definitions = release.definitions as unknown as Record<string, Schema>;
const resolved = (schema: Schema | undefined): Schema =>
  schema?.$ref ? (definitions[schema.$ref.split("/").at(-1)!] ?? {}) : (schema ?? {});

const walk = (
  schema: Schema,
  value: unknown,
  path: string,
  found: Map<string, { count: number; example: string }>,
): void => {
  if (Array.isArray(value)) {
    for (const each of value) walk(resolved(schema.items), each, `${path}[]`, found);
    return;
  }
  if (typeof value !== "object" || value === null || !schema.properties) return;
  for (const [name, child] of Object.entries(value)) {
    const where = path ? `${path}.${name}` : name;
    const known =
      schema.properties[name] ??
      Object.entries(schema.patternProperties ?? {}).find(([pattern]) =>
        new RegExp(pattern).test(name),
      )?.[1];
    if (known) walk(resolved(known), child, where, found);
    else {
      const before = found.get(where);
      found.set(where, {
        count: (before?.count ?? 0) + 1,
        example: before?.example ?? JSON.stringify(child).slice(0, 200),
      });
    }
  }
};

/**
 * Fields of a release that OCDS 1.1 itself does not know (extensions and a publisher's own), by
 * place, with how often and one example.
 */
export const unknownOcdsFields = (
  releases: readonly unknown[],
): { where: string; count: number; example: string }[] => {
  const found = new Map<string, { count: number; example: string }>();
  for (const each of releases) walk(release as unknown as Schema, each, "", found);
  return [...found]
    .map(([where, seen]) => ({ where, ...seen }))
    .sort((a, b) => b.count - a.count || a.where.localeCompare(b.where));
};
