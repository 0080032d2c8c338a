import { z } from "zod";
import { findingsOf, type GateFinding } from "#kernel/gate.ts";
import { gateFinding } from "#kernel/gate-fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { contractKinds, type ContractKind } from "../contract/contract.labels.ts";
import { proofs, type Proof } from "./closeout.labels.ts";

/** An item of a list: how it is proven, and of which contracts it is asked (all where it names no kind). */
const listItem = z.object({
  proof: z.enum(names<Proof>(proofs)),
  title: z.string().trim().min(2, "Say what must be done.").max(200),
  hint: z.string().trim().max(1000).default(""),
  kind: z.enum(names<ContractKind>(contractKinds)).nullable().default(null),
});
export type ListItem = z.output<typeof listItem>;

export const checklistInput = z.object({
  name: z.string().trim().min(2, "Name the list.").max(120),
  items: z.array(listItem).max(40),
});
export type ChecklistInput = z.output<typeof checklistInput>;

export const checklistRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    name: z.string(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
    items: z.array(listItem),
  })
  .meta({ id: "CloseoutChecklist" });
export type Checklist = z.output<typeof checklistRow>;

/** What a person proves an item with. `retainUntil` is of the item on retention alone. */
export const proveInput = z.object({
  evidence: z
    .string()
    .trim()
    .min(10, "Say in a sentence what shows that it is done.")
    .max(4000)
    .meta({ title: "What shows that it is done" }),
  fileId: z.uuid().nullish(),
  retainUntil: z.iso.date().nullish(),
});
export type ProveInput = z.output<typeof proveInput>;

const closeoutItem = z.object({
  id: z.string(),
  proof: z.enum(names<Proof>(proofs)),
  title: z.string(),
  hint: z.string(),
  /** Whether nothing is open of it. */
  ok: z.boolean(),
  /** What the record says of it; null where only a person can say it. */
  record: z.string().nullable(),
  evidence: z.string(),
  fileId: z.string().nullable(),
  retainUntil: dayField.nullable(),
  provenAt: instantField.nullable(),
  provenBy: z.string().nullable(),
  version: z.number(),
  canProve: z.boolean(),
  canReopen: z.boolean(),
});
export type CloseoutItem = z.output<typeof closeoutItem>;

/** A contract's closeout. `retainAtLeast`: the first day that may be the end of its retention. */
export const closeoutAnswer = z
  .object({
    items: z.array(closeoutItem),
    checklist: z.string(),
    retainAtLeast: dayField,
    citation: z.string(),
    /** What would stop the closing of the contract. */
    gate: z.array(gateFinding),
  })
  .meta({ id: "Closeout" });
export type Closeout = z.output<typeof closeoutAnswer>;

/** An item as the gate asks it: whether it is proven, and what its record says where one proves it. */
export type GateItem = { title: string; ok: boolean; record: string | null };

/**
 * Everything that would stop the closing of a contract as it stands, all of it at once: what records
 * say, and in a closeout that has begun what nobody proved yet. Before it begins, what only a person
 * can prove is named without stopping anything. The closing asks the same.
 */
export const closeoutGate = (items: readonly GateItem[], begun: boolean): GateFinding[] => {
  const open = items.filter((item) => !item.ok);
  const byRecord = open.filter((item) => item.record !== null);
  const byPerson = open.filter((item) => item.record === null);
  return [
    ...findingsOf(
      "stops",
      (begun ? open : byRecord).map((item) => [
        "open_item",
        `Open in its closeout: ${item.title}.${item.record ? ` ${item.record}` : ""}`,
      ]),
    ),
    ...findingsOf("decides", [
      [
        "to_prove",
        !begun &&
          byPerson.length > 0 &&
          `A person proves in its closeout: ${byPerson.map((item) => item.title).join("; ")}.`,
      ],
    ]),
  ];
};
