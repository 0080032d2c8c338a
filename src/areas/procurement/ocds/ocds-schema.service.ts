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
