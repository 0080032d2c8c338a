import { z } from "zod";
import { published } from "#areas/organization/organization.public.ts";
import { roles } from "#kernel/access.ts";
import { agencyStates } from "#kernel/agency-state.ts";
import { keyChanges } from "#kernel/keys/changes.ts";
import { instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";
import { displayName } from "../validators.model.ts";

/** What a person sets for themselves; unknown keys are refused. */
const preferences = z.strictObject({
  /** Keys such as J, K, / and C work without a modifier (WCAG 2.1.4 wants a switch). */
  singleKeyShortcuts: z.boolean().optional(),
  theme: z.enum(["dark", "light"]).optional(),
  /** Kinds of notices that also come by mail. */
  mailNotices: z.boolean().optional(),
  /** Keys of one's own, over the agency's. */
  keys: keyChanges.optional(),
});
export type Preferences = z.infer<typeof preferences>;

const named = z.object({ id: z.string(), name: z.string() });
const agency = named.extend({
  slug: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  fiscalYearStartMonth: z.number(),
  address: z.string(),
  phone: z.string(),
  mfaRequired: z.boolean(),
  mfaEveryone: z.boolean(),
  sessionMinutes: z.number(),
  callsPerMinute: z.number(),
  publish: published.nullable(),
  keys: keyChanges.nullable(),
  /** Number of the published colours and mark, and the mark's address; null without any. */
  look: z.object({ number: z.number(), markUrl: z.string().nullable() }).nullable(),
  /** In which state the agency is: what that closes is refused by the server. */
  state: z.enum(agencyStates),
  /** The agency is a copy for practice: of which one, and until when; null for an agency of its own. */
  practice: z.object({ origin: z.string(), endsAt: instantField.nullable() }).nullable(),
  version: z.number(),
});

export const me = z
  .object({
    person: z.object({
      id: z.string(),
      email: z.string(),
      displayName: z.string(),
      preferences,
      version: z.number(),
    }),
    kind: z.enum(["member", "vendor", "person"]),
    org: agency.nullable(),
    role: z.enum(roles),
    duties: z.array(z.enum(duties)),
    permissions: z.array(z.string()),
    department: named.nullable(),
    vendor: named.nullable(),
    memberships: z.array(z.object({ orgId: z.string(), name: z.string() })),
    invitations: z.array(
      z.object({
        id: z.string(),
        organization: z.string(),
        invitedBy: z.string().nullable(),
        role: z.enum(roles),
        expiresAt: instantField,
      }),
    ),
    sessionId: z.string().nullable(),
    secondFactor: z.boolean(),
    /** The agency is entered through this provider of its own, and the session came another way. */
    providerRequired: z.object({ id: z.string(), name: z.string(), agency: z.string() }).nullable(),
    /** The agency allows these ways of signing in, and the session began by another one. */
    methodRequired: z
      .object({ methods: z.array(z.enum(["password", "google", "passkey"])), agency: z.string() })
      .nullable(),
    /** Whoever runs the installation was let in by an administrator: they read these areas until then. */
    support: z.object({ areas: z.array(z.string()), endsAt: instantField }).nullable(),
    /** The agency is closed to this person in this state. */
    closedByState: z.enum(agencyStates).nullable(),
    /** Agencies that a restore closed to this person until an administrator answers. */
    closedByRestore: z.array(
      z.object({
        agency: z.string(),
        /** Of the agency: whoever it is closed to is in none. */
        timeZone: z.string(),
        madeAt: instantField,
        /** Their end was recorded after the backup; else nothing tells. */
        told: z.boolean(),
      }),
    ),
    /**
     * The agency wants a second factor of this person and this session has none: set it up before
     * going on.
     */
    mfaRequired: z.boolean(),
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof me>;

export const mePatch = z.object({
  displayName: displayName.optional(),
  preferences: preferences.optional(),
});

export const sessionRow = z
  .object({
    id: z.string(),
    createdAt: instantField,
    seenAt: instantField,
    expiresAt: instantField,
    address: z.string(),
    userAgent: z.string(),
    assurance: z.enum(["password", "mfa"]),
    current: z.boolean(),
  })
  .meta({ id: "OpenSession" });
