import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { punchStatuses } from "./punch.labels.ts";

const photos = z.array(z.uuid()).max(20, "At most 20 photos.");

/** The fields of a punch item, said once: form, API, import and history derive from them. */
export const punchFields = {
  what: z.string().trim().min(3, "Say what is to be done.").max(300).meta({
    title: "What is to be done",
  }),
  place: z.string().trim().max(120).default("").meta({ title: "Place or station" }),
  contractId: z.uuid().nullable().default(null).meta({ title: "Contract" }),
  party: z.string().trim().max(200).default("").meta({ title: "Responsible" }),
  dueOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Due" }),
  costToComplete: heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,234.56.")
      .int()
      .min(0, "It cannot be below zero.")
      .max(9e13),
  )
    .default(0)
    .meta({ title: "Cost to complete" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
  photoFileIds: photos.default([]).meta({ title: "Photos" }),
};
type Owed = { contractId: string | null; party: string };
const owed = ({ contractId, party }: Owed): boolean => contractId !== null || party !== "";
const saysWho = { path: ["party"], message: "Choose the contract, or say who does it." };

export const punchInput = z
  .object({ ...punchFields, projectId: z.uuid("Choose the project.") })
  .refine(owed, saysWho);
export type PunchInput = z.output<typeof punchInput>;
export const punchChange = z.object(punchFields).refine(owed, saysWho);
export type PunchChange = z.output<typeof punchChange>;

/** What shows that an item is done. */
export const finishInput = z.object({
  photoFileIds: photos.min(1, "Show it with a photo."),
  note: z.string().trim().max(1000).default(""),
});
export type FinishInput = z.output<typeof finishInput>;

/** The photos of an item that may be published. */
export const publishInput = z.object({ fileIds: z.array(z.uuid()).max(40) });

/** So many items are verified with one press. */
export const verifyManyInput = z.object({
  ids: z.array(z.uuid()).min(1, "Choose an item.").max(200, "At most 200."),
});
/** What was verified, and what was not and why. */
export const verifiedMany = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.string(), number: z.string(), reason: z.string() })),
});
export type VerifiedMany = z.output<typeof verifiedMany>;

export const punchRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(punchStatuses)),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    ...answerOf({
      what: punchFields.what,
      place: punchFields.place,
      party: punchFields.party,
      note: punchFields.note,
    }),
    contractId: z.string().nullable(),
    dueOn: dayField.nullable(),
    late: z.boolean(),
    costToComplete: z.number(),
    photos: z.number(),
    doneName: z.string(),
    doneAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "PunchItem" });
export type PunchRow = z.output<typeof punchRow>;

const photo = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  public: z.boolean(),
  /** Taken of what was done, not of what was to be done. */
  after: z.boolean(),
});

export const punchDetail = punchRow
  .omit({ photos: true })
  .extend({
    contract: z.object({ id: z.string(), number: z.string(), title: z.string() }).nullable(),
    photoFileIds: z.array(z.string()),
    photos: z.array(photo),
    doneNote: z.string(),
    verifier: z.string().nullable(),
    verifiedAt: instantField.nullable(),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PunchItemDetail" });
export type PunchDetail = z.output<typeof punchDetail>;

/** A contract of a project, under which items may be owed. */
const owing = z.object({ id: z.string(), number: z.string(), vendor: z.string() });

/** The punch list of a project: what is left, by place, and what it lets be withheld. */
export const punchStanding = z
  .object({
    project: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    contracts: z.array(owing),
    open: z.number(),
    toVerify: z.number(),
    late: z.number(),
    verified: z.number(),
    /** Cents to complete of all that is not verified. */
    costToComplete: z.number(),
    /** Of each contract that is substantially complete, what law lets be withheld. */
    held: z.array(
      z.object({
        contractId: z.string(),
        number: z.string(),
        withheld: z.number(),
        atMost: z.number().nullable(),
        releaseBy: dayField.nullable(),
        citation: z.string(),
      }),
    ),
    places: z.array(
      z.object({
        place: z.string(),
        items: z.array(
          z.object({
            id: z.string(),
            number: z.string(),
            what: z.string(),
            status: z.enum(names(punchStatuses)),
            late: z.boolean(),
          }),
        ),
      }),
    ),
    /** Whether items are added now. */
    takesItems: z.boolean(),
  })
  .meta({ id: "PunchStanding" });
export type PunchStanding = z.output<typeof punchStanding>;
