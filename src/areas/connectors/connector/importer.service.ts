import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import { importerOf, type Importer, type ImportField } from "#server/import/importer.ts";
import { importerKinds } from "./connector.labels.ts";
import type { ImporterRow } from "./connector.model.ts";

/** The fields that a connector fills: none that asks for a right of its own, such as bank accounts. */
export const openFields = (importer: Importer): readonly ImportField[] =>
  importer.fields.filter((field) => field.permission === undefined);

const rowOf = (importer: Importer): ImporterRow => ({
  kind: importer.kind,
  label: importerKinds[importer.kind] ?? importer.label,
  fields: openFields(importer).map(({ name, label, required }) => ({
    name,
    label,
    required: required ?? false,
  })),
});

const offered = (kind: string): Importer | null => {
  const importer = importerOf(kind);
  return importer &&
    Object.hasOwn(importerKinds, kind) &&
    neverForPrograms(importer.permission, []) === null
    ? importer
    : null;
};

/** Kinds of records that this person may have brought in by the clock. */
export const importersFor = (actor: Actor): ImporterRow[] =>
  Object.keys(importerKinds).flatMap((kind) => {
    const importer = offered(kind);
    return importer && actor.permissions.has(importer.permission) ? [rowOf(importer)] : [];
  });

/** The importer of a connector as screens know it; null where it is gone. */
export const importerRowOf = (kind: string): ImporterRow | null => {
  const importer = offered(kind);
  return importer && rowOf(importer);
};

/** The importer for who may use it. @throws Problem 422 for another one. */
export const requireImporter = (actor: Actor, kind: string): Importer => {
  const importer = offered(kind);
  if (!importer || !actor.permissions.has(importer.permission))
    throw invalidField("importer", "Choose something that you may import yourself.");
  return importer;
};
