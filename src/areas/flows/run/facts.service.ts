import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { namesInText } from "../definition/check.model.ts";
import { factsOf, recordKind, recordNow } from "../record/record.service.ts";
import type { RunRecord } from "./run.noun.ts";

type Facts = Readonly<Record<string, unknown>>;
type OfRun = Pick<RunRecord, "number" | "starterName" | "objectType" | "objectId" | "facts">;

/** What every run knows, whatever its record is. */
export const factsOfRun = (
  db: Db,
  { number, starterName }: Pick<RunRecord, "number" | "starterName">,
): Facts => ({
  starter: { name: starterName },
  today: businessDate(db.scope),
  run: { number },
});

/** What a run judges by from now on: its record as it stands, what its forms said, the day. */
export const freshFacts = async (db: Db, run: OfRun): Promise<Facts> => {
  const kind = run.objectType === null ? null : recordKind(run.objectType);
  const record =
    kind && run.objectId ? await factsOf(db, kind, await recordNow(db, kind, run.objectId)) : {};
  return { ...record, ...factsOfRun(db, run), forms: run.facts.forms ?? {} };
};

const valueAt = (facts: Facts, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (of, key) =>
        typeof of === "object" && of !== null && Object.hasOwn(of, key)
          ? (of as Record<string, unknown>)[key]
          : null,
      facts,
    );

/** A text with the names in braces replaced by what the run knows; what it does not know is left out. */
export const filledText = (text: string, facts: Facts, number: string): string =>
  namesInText(text).reduce((said, name) => {
    const value = name === "number" ? number : valueAt(facts, name);
    const shown = value === null || value === undefined ? "" : String(value as string);
    return said.replaceAll(`{${name}}`, () => shown);
  }, text);

/** The values of some names, as the history shows them. */
export const valuesOf = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, valueAt(facts, name) ?? null]));
