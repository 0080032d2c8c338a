import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { paperKinds, paperStatuses } from "./paper.labels.ts";

/** The fields of a closeout paper, said once: form, API and history derive from them. */
export const paperFields = {
  kind: z.enum(names(paperKinds), "Choose what it is.").meta({ title: "Kind" }),
  title: z.string().trim().min(3, "Say what is handed over.").max(200).meta({ title: "Paper" }),
  contractId: z.uuid().nullable().default(null).meta({ title: "Contract" }),
  party: z.string().trim().max(200).default("").meta({ title: "From whom" }),
  dueOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Due" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
};
type Owed = { contractId: string | null; party: string };
const owed = ({ contractId, party }: Owed): boolean => contractId !== null || party !== "";
const saysWho = { path: ["party"], message: "Choose the contract, or say who hands it over." };

export const paperInput = z
  .object({ ...paperFields, projectId: z.uuid("Choose the project.") })
  .refine(owed, saysWho);
export type PaperInput = z.output<typeof paperInput>;
export const paperChange = z.object(paperFields).refine(owed, saysWho);
export type PaperChange = z.output<typeof paperChange>;

/** What is handed in: the files; of a warranty its last day, of a certificate its number. */
export const handInInput = z.object({
  fileIds: z.array(z.uuid()).min(1, "Attach the paper.").max(20, "At most 20 files."),
  certificateNo: z.string().trim().max(60).default(""),
  validUntil: dayInput("Enter a day.").nullable().default(null),
});
export type HandInInput = z.output<typeof handInInput>;

export const paperRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(paperStatuses)),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    ...answerOf({
      kind: paperFields.kind,
      title: paperFields.title,
      party: paperFields.party,
      note: paperFields.note,
    }),
    contractId: z.string().nullable(),
    dueOn: dayField.nullable(),
    late: z.boolean(),
    certificateNo: z.string(),
    validUntil: dayField.nullable(),
    files: z.number(),
    sentName: z.string(),
    sentAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "CloseoutPaper" });
export type PaperRow = z.output<typeof paperRow>;

const file = z.object({ id: z.string(), name: z.string(), mediaType: z.string() });

export const paperDetail = paperRow
  .omit({ files: true })
  .extend({
    contract: z.object({ id: z.string(), number: z.string(), title: z.string() }).nullable(),
    files: z.array(file),
    accepter: z.string().nullable(),
    acceptedAt: instantField.nullable(),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CloseoutPaperDetail" });
export type PaperDetail = z.output<typeof paperDetail>;

const cell = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.enum(names(paperStatuses)),
  late: z.boolean(),
});

/** What is handed over at the end of a project: by whom and of which kind, and what law demands. */
export const closeoutStanding = z
  .object({
    project: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    contracts: z.array(z.object({ id: z.string(), number: z.string(), vendor: z.string() })),
    toHandIn: z.number(),
    toAccept: z.number(),
    late: z.number(),
    accepted: z.number(),
    /** Contracts whose last payment the law holds until the state's certificate is in. */
    withholding: z.array(
      z.object({
        contractId: z.string(),
        number: z.string(),
        ok: z.boolean(),
        citation: z.string(),
      }),
    ),
    parties: z.array(
      z.object({
        party: z.string(),
        kinds: z.array(z.object({ kind: z.enum(names(paperKinds)), papers: z.array(cell) })),
      }),
    ),
    /** Whether papers are asked for now. */
    takesPapers: z.boolean(),
  })
  .meta({ id: "CloseoutStanding" });
export type CloseoutStanding = z.output<typeof closeoutStanding>;

/** How many papers were asked for with one press. */
export const askedAnswer = z.object({ asked: z.number() });
