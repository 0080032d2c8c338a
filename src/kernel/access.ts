import type { Instant } from "./time.ts";
import type { AgencyState } from "./agency-state.ts";
export const roles = ["user", "manager", "admin", "platform_admin"] as const;
export type Role = (typeof roles)[number];

/** `<noun>.<verb>`; the manifests of the areas list every one that exists. */
export type Permission = `${string}.${string}`;

/**
 * Who acts: a member, a program that a member answers for, a vendor's person, a person without
 * agency, the system, or nobody (anonymous).
 */
/** What becomes of a record that came of one that is ended. */
export type EndingChoice = { id: string; outcome: string; reason?: string };

export type Actor = {
  kind: "member" | "program" | "vendor" | "person" | "system" | "anonymous";
  /** Of a program: its owner, so that nobody's program takes their other half of a decision. */
  personId: string | null;
  name: string;
  email: string;
  orgId: string | null;
  role: Role;
  /** Names of `src/roles.ts`. */
  duties: readonly string[];
  permissions: ReadonlySet<string>;
  departmentIds: readonly string[];
  vendorIds: readonly string[];
  sessionId: string | null;
  /** Time zone of the active agency. */
  timeZone?: string;
  businessNow?: string;
  /** What they chose for the records that came of what they end with this request. */
  ending?: readonly EndingChoice[];
  /**
   * The agency demands a second factor and the session has none: its id. Until then the person acts
   * in no agency.
   */
  waitsForSecondFactor?: string;
  /**
   * The agency is entered through its own provider and the session came another way: until then the
   * person acts in no agency.
   */
  waitsForProvider?: { orgId: string; providerId: string; name: string };
  /** How the session began: password, google, passkey or provider. */
  cameBy?: string;
  /**
   * The agency allows other ways of signing in than the one by which the session began: until then
   * the person acts in no agency.
   */
  waitsForMethod?: { orgId: string; methods: readonly string[] };
  /** The agency is closed to them in this state: they act in none. */
  waitsForState?: AgencyState;
  /** The state of the agency in which they act, as the server read it for this request. */
  agencyState?: AgencyState;
  /** The agency in which they act is a copy for practice. */
  inPractice?: boolean;
  /** Whoever runs the installation and was let in by an administrator of the agency: reads alone. */
  support?: { id: string; areas: readonly string[]; endsAt: Instant };
  /** Of a program: which one, by which of its keys, and how often that may call. */
  program?: { id: string; keyId: string; callsPerMinute: number };
};

/** A screen as data: where it is, who may open it, which file draws it. */
export type Page = {
  path: string;
  title: string;
  /**
   * public = prerendered, no React; open = no guard, in the app; signed-in; or the roles of SPEC
   * section 6.
   */
  access: "public" | "open" | "signed-in" | readonly Role[];
  /** Whoever holds this permission may open it too, whatever their role. */
  alsoWith?: Permission;
  /** File of the screen, relative to the area's folder. */
  screen: string;
  /** bare = without sidebar and header (sign-in, mail round trips). */
  frame?: "bare";
};

/**
 * True when the role satisfies a page's required roles; platform_admin includes admin and manager
 * (SPEC 6, helper rule).
 */
export const roleSatisfies = (role: Role, required: readonly Role[]): boolean =>
  required.includes(role) ||
  (role === "platform_admin" && required.some((r) => r === "admin" || r === "manager"));

/** True when the actor holds the permission. */
export const can = (actor: Pick<Actor, "permissions">, permission: Permission): boolean =>
  actor.permissions.has(permission);

/** The actor of an anonymous request. */
export const anonymous: Actor = {
  kind: "anonymous",
  personId: null,
  name: "Visitor",
  email: "",
  orgId: null,
  role: "user",
  duties: [],
  permissions: new Set(),
  departmentIds: [],
  vendorIds: [],
  sessionId: null,
};

/** The system acting inside one agency (jobs, schedules). */
export const systemActor = (
  orgId: string | null,
  permissions: ReadonlySet<string> = new Set(),
  name = "System",
): Actor => ({
  kind: "system",
  personId: null,
  name,
  email: "",
  orgId,
  role: "user",
  duties: [],
  permissions,
  departmentIds: [],
  vendorIds: [],
  sessionId: null,
});
