import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const holderRow = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["role", "duty"]).meta({ description: "everybody of an agency counts as a role" }),
});
export type HolderRow = z.infer<typeof holderRow>;

const permissionLine = z
  .object({
    permission: z.string(),
    holders: z.array(z.string()),
    doors: z.array(z.string()).meta({ description: "addresses of the API that it opens" }),
    steps: z.array(z.string()).meta({ description: "steps of records that it takes" }),
    pages: z.array(z.string()).meta({ description: "screens that it opens beside the roles" }),
  })
  .meta({ id: "PermissionLine" });
export type PermissionLine = z.infer<typeof permissionLine>;

const pageLine = z.object({
  path: z.string(),
  title: z.string(),
  opens: z.array(z.string()).meta({ description: "roles, signed-in, or everybody" }),
});

export const matrixAnswer = z.object({
  holders: z.array(holderRow),
  permissions: z.array(permissionLine),
  pages: z.array(pageLine),
});
export type MatrixAnswer = z.infer<typeof matrixAnswer>;

const difference = z.object({
  door: z.string(),
  who: z.string(),
  matrix: z.boolean().meta({ description: "whether the matrix says that it opens" }),
  door_opens: z.boolean(),
});

export const proof = z
  .object({
    at: instantField,
    doors: z.number(),
    holders: z.number(),
    asked: z.number(),
    differences: z.array(difference),
    unreviewed: z
      .array(
        z.object({ door: z.string(), permission: z.string(), reviewed: z.string().nullable() }),
      )
      .meta({ description: "mounted, and not as it was reviewed" }),
    gone: z.array(z.string()).meta({ description: "reviewed, and not mounted" }),
  })
  .meta({ id: "AccessProof" });
export type Proof = z.infer<typeof proof>;

export const whyQuery = z.object({
  personId: z.uuid("Choose a person."),
  what: z.string().trim().min(1, "Choose a permission or an address.").max(200),
});

const reason = z.object({
  good: z.boolean().nullable().meta({ description: "opens, closes, or only to know (null)" }),
  text: z.string(),
});
export type Reason = z.infer<typeof reason>;

export const whyAnswer = z
  .object({
    person: z.string(),
    what: z.string(),
    may: z.boolean(),
    reasons: z.array(reason),
    reads: z.string().meta({ description: "what is asked for at that address" }),
  })
  .meta({ id: "WhyMay" });
export type WhyAnswer = z.infer<typeof whyAnswer>;

const separationRule = z.object({
  place: z.string(),
  citation: z.string(),
  text: z.string(),
  effectiveFrom: dayField,
  effectiveTo: dayField.nullable(),
  source: z.string(),
  verified: z.boolean(),
});

const heldBoth = z.object({
  personId: z.string(),
  name: z.string(),
  byRole: z.boolean().meta({ description: "the role alone gives both ends" }),
  until: instantField.nullable().meta({ description: "when the first of both ends ends" }),
});

const didBoth = z.object({
  personId: z.string(),
  name: z.string(),
  first: z.string(),
  firstAt: instantField,
  firstHref: z.string().nullable(),
  then: z.string(),
  thenAt: instantField,
  thenHref: z.string().nullable(),
});

export const separationAnswer = z
  .object({
    rules: z.array(separationRule),
    since: instantField,
    sets: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        risk: z.string(),
        ends: z.array(z.string()),
        holds: z.array(heldBoth),
        did: z.array(didBoth),
      }),
    ),
  })
  .meta({ id: "Separation" });
export type SeparationAnswer = z.infer<typeof separationAnswer>;
