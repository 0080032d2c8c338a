import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import recordPackage from "./schema/record-package-schema.json" with { type: "json" };
import releasePackage from "./schema/release-package-schema.json" with { type: "json" };
import release from "./schema/release-schema.json" with { type: "json" };

export type OcdsDocument = "release" | "releasePackage" | "recordPackage";

// The schemas are draft 4, which names itself by `id`; everything else that they use means the same in draft 7.
const asDraft7 = ({ id, $schema: _draft, ...rest }: { id: string; $schema: string; [keyword: string]: unknown }) => ({ $id: id, ...rest });
const schemas = { release: asDraft7(release), releasePackage: asDraft7(releasePackage), recordPackage: asDraft7(recordPackage) };

let validators: Record<OcdsDocument, ValidateFunction> | null = null;
const compile = () => {
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return (validators ??= { release: ajv.getSchema(schemas.release.$id)!, releasePackage: ajv.getSchema(schemas.releasePackage.$id)!, recordPackage: ajv.getSchema(schemas.recordPackage.$id)! });
};

/** Where a document breaks the OCDS 1.1 schema, as `/path/to/field: message`; empty when it passes. At most `most` of them. */
export const ocdsProblems = (kind: OcdsDocument, document: unknown, most = 200): string[] => {
  const validate = (validators ?? compile())[kind];
  if (validate(document)) return [];
  return [...new Set((validate.errors ?? []).map((e) => `${e.instancePath || "/"}: ${e.message ?? e.keyword}`))].slice(0, most);
};

type Schema = { $ref?: string; properties?: Record<string, Schema>; patternProperties?: Record<string, Schema>; items?: Schema };
const definitions = release.definitions as unknown as Record<string, Schema>;
const resolved = (schema: Schema | undefined): Schema => (schema?.$ref ? (definitions[schema.$ref.split("/").at(-1)!] ?? {}) : (schema ?? {}));

const walk = (schema: Schema, value: unknown, path: string, found: Map<string, { count: number; example: string }>): void => {
  if (Array.isArray(value)) { for (const each of value) walk(resolved(schema.items), each, `${path}[]`, found); return; }
  if (typeof value !== "object" || value === null || !schema.properties) return;
  for (const [name, child] of Object.entries(value)) {
    const where = path ? `${path}.${name}` : name;
    const known = schema.properties[name] ?? Object.entries(schema.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
    if (known) walk(resolved(known), child, where, found);
    else { const before = found.get(where); found.set(where, { count: (before?.count ?? 0) + 1, example: before?.example ?? JSON.stringify(child).slice(0, 200) }); }
  }
};

/** Fields of a release that OCDS 1.1 itself does not know (extensions and a publisher's own), by place, with how often and one example. */
export const unknownOcdsFields = (releases: readonly unknown[]): { where: string; count: number; example: string }[] => {
  const found = new Map<string, { count: number; example: string }>();
  for (const each of releases) walk(release as unknown as Schema, each, "", found);
  return [...found].map(([where, seen]) => ({ where, ...seen })).sort((a, b) => b.count - a.count || a.where.localeCompare(b.where));
};
