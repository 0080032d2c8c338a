import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { fieldValues } from "../layout/layout.labels.ts";
import { codeStandings } from "../code/code.labels.ts";
import { keptFrom, type Charted } from "../code/code.model.ts";
import { mappingKinds, type MappingKind } from "./mapping.labels.ts";
import type { Layout } from "../layout/layout.model.ts";

export const mappingInput = z.object({
  kind: z.enum(names(mappingKinds)),
  code: z.string().trim().min(1, "Name the code here.").max(120),
  target: z.string().trim().min(1, "Name the code of the finance system.").max(120),
  fromDay: dayField,
});
export type MappingInput = z.output<typeof mappingInput>;

export const mappingRow = z
  .object({
    id: z.string(),
    kind: z.enum(names(mappingKinds)),
    code: z.string(),
    target: z.string(),
    fromDay: dayField,
    toDay: dayField.nullable(),
    /** How the code there stands in the chart of the finance system. */
    standing: z.enum(names(codeStandings)),
    version: z.number(),
  })
  .meta({ id: "FinanceSystemMapping" });
export type MappingRow = z.output<typeof mappingRow>;

export type Mapped = Pick<MappingRow, "kind" | "code" | "target" | "fromDay" | "toDay"> & Charted;

/** Kinds of codes that a layout writes: what it does not write needs no mapping. */
export const kindsOf = (layout: Pick<Layout, "fields">): MappingKind[] =>
  names(mappingKinds).filter((kind) =>
    layout.fields.some((f) => f.value === kind && fieldValues[f.value].of === "line"),
  );

/** A ledger line with the codes of this agency; `string` is empty on balance sheet accounts. */
export type CodedLine = { fund: string; account: string; string: string; postedOn: Day };

/**
 * The finance system's codes of ledger lines, each on the day that it was posted. `unmapped` names every
 * code of the wanted kinds that has none on such a day, or one that its chart does not have then, with the
 * first such day.
 */
export const mapLines = <L extends CodedLine>(
  lines: readonly L[],
  mappings: readonly Mapped[],
  wanted: readonly MappingKind[],
): { mapped: L[]; unmapped: string[] } => {
  const by = new Map<string, Mapped[]>();
  for (const m of mappings) {
    const key = `${m.kind} ${m.code}`;
    by.set(key, [...(by.get(key) ?? []), m]);
  }
  const missing = new Map<string, { on: Day; said: string }>();
  const name = (kind: MappingKind, line: L, said: string) => {
    const key = `${mappingKinds[kind]} ${line[kind]}`;
    const first = missing.get(key);
    if (!first || line.postedOn < first.on) missing.set(key, { on: line.postedOn, said });
  };
  const target = (kind: MappingKind, line: L): string => {
    const code = line[kind];
    if (code === "" || !wanted.includes(kind)) return code;
    const found = by
      .get(`${kind} ${code}`)
      ?.find((m) => m.fromDay <= line.postedOn && (m.toDay === null || line.postedOn <= m.toDay));
    if (!found) {
      name(kind, line, `has no code of the finance system on ${formatDate(line.postedOn)}`);
      return code;
    }
    const kept = keptFrom(found, line.postedOn);
    if (kept) name(kind, line, `is ${found.target} there, which ${kept}`);
    return found.target;
  };
  const mapped = lines.map((line) => ({
    ...line,
    fund: target("fund", line),
    account: target("account", line),
    string: target("string", line),
  }));
  return {
    mapped,
    unmapped: [...missing].map(([key, { said }]) => `${key} ${said}.`).toSorted(),
  };
};
