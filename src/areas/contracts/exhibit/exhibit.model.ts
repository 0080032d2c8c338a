import { z } from "zod";
import type { Rule } from "#areas/governance/governance.public.ts";
import { names } from "#kernel/labels.ts";
import { priceTypes, type ContractKind, type PriceType } from "../contract/contract.labels.ts";
import { exhibitKinds, type ExhibitKind } from "./exhibit.labels.ts";

export const exhibitInput = z.object({
  what: z.enum(names<ExhibitKind>(exhibitKinds), "Say what it holds."),
  title: z.string().trim().min(1, "Name the exhibit.").max(200),
  fileId: z.uuid("Attach the file."),
});
export type ExhibitInput = z.output<typeof exhibitInput>;

export const exhibitRow = z
  .object({
    id: z.string(),
    what: z.enum(names<ExhibitKind>(exhibitKinds)),
    title: z.string(),
    fileId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    sha256: z.string(),
  })
  .meta({ id: "ContractExhibit" });
export type Exhibit = z.output<typeof exhibitRow>;

/** What completeness looks at: the terms, whether prices are entered, and what exhibits hold. */
export type Content = {
  kind: ContractKind;
  priceType: PriceType;
  scope: string;
  deliverables: string;
  prices: boolean;
  exhibits: readonly ExhibitKind[];
};

// A list of a rule names kinds or price types, or all of them.
const asks = ({ parameters }: Pick<Rule, "parameters">, name: string, one: string): boolean => {
  const listed = String(parameters[name] ?? "")
    .split(",")
    .map((each) => each.trim());
  return listed.includes("all") || listed.includes(one);
};

/**
 * What a contract does not say yet of what is bought, in sentences that say what to do: by the
 * agency's rules of completeness that hold (rule `contractContent`), for its kind and price type.
 */
export const contentGaps = (
  c: Content,
  rules: readonly Pick<Rule, "parameters" | "citation">[],
): string[] => {
  const lacks = (name: string, one: string, there: boolean, sentence: string): string[] => {
    const rule = there ? undefined : rules.find((each) => asks(each, name, one));
    return rule ? [`${sentence} ${rule.citation}`] : [];
  };
  const has = (kind: ExhibitKind) => c.exhibits.includes(kind);
  return [
    ...lacks(
      "scopeKinds",
      c.kind,
      c.scope !== "" || has("scope"),
      "Say what is bought: write the scope or statement of work, or add it as an exhibit.",
    ),
    ...lacks(
      "priceSheetTypes",
      c.priceType,
      c.prices || has("prices"),
      `Enter the price sheet (${priceTypes[c.priceType].toLowerCase()}), or add it as an exhibit.`,
    ),
    ...lacks(
      "deliverableKinds",
      c.kind,
      c.deliverables !== "" || has("deliverables"),
      "List the deliverables, or add them as an exhibit.",
    ),
    ...lacks(
      "exhibitKinds",
      c.kind,
      has("drawings"),
      "Add the drawings and specifications as an exhibit.",
    ),
  ];
};
