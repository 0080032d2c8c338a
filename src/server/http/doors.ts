import type { Actor } from "#kernel/access.ts";
import {
  type AgencyState,
  type OpensIn,
  stateCloses,
  stateNames,
  stateSentences,
} from "#kernel/agency-state.ts";
import { notAllowed, notSignedIn } from "#kernel/errors.ts";
import { practiceCloses } from "#kernel/practice.ts";
import { decides } from "#kernel/program-rights.ts";
import type { Database } from "../db/db.ts";
import { openWhileReadOnly } from "#roles.ts";
import { isPractice } from "../agencies/practice.ts";
import { stateOf } from "../agencies/state.ts";
import { lacks } from "../lacking.ts";
import type { Endpoint } from "./endpoint.ts";

/** What of an endpoint decides who may call it. */
export type Door = Pick<Endpoint, "method" | "path" | "permission" | "ownAccount" | "opensIn">;

/** Why a door stays closed to somebody. */
export type Refusal =
  | "signed_out"
  | "second_factor"
  | "decides"
  | "scopes"
  | "provider"
  | "method"
  | "permission"
  | "support"
  | "practice"
  | "state";

const needed = (e: Door): readonly string[] => [e.permission].flat();

// What is about a person, what needs no permission and what decides is nothing for programs,
// whatever they hold.
const refusalOfProgram = (e: Door, actor: Actor): Refusal | null => {
  const step = /\/actions\/([\w-]+)/.exec(e.path)?.[1];
  if (step !== undefined && decides(step)) return "decides";
  return e.ownAccount || !needed(e).some((p) => actor.permissions.has(p)) ? "scopes" : null;
};

/** In which state of its agency an endpoint that changes something stays open; undefined in none. */
export const opensInOf = (e: Door): OpensIn | undefined =>
  e.opensIn ?? (needed(e).some((name) => openWhileReadOnly.has(name)) ? "read_only" : undefined);

const refusalOfRights = (e: Door, actor: Actor): Refusal | null => {
  if (actor.kind === "anonymous") return "signed_out";
  if (actor.waitsForSecondFactor && !e.ownAccount) return "second_factor";
  if (actor.kind === "program") return refusalOfProgram(e, actor);
  if (e.permission === "signed-in") return null;
  if (needed(e).some((p) => actor.permissions.has(p))) return null;
  if (actor.waitsForState) return "state";
  if (actor.waitsForProvider) return "provider";
  return actor.waitsForMethod ? "method" : "permission";
};

/**
 * Whether an endpoint opens for an actor, and why not: null where it opens. It reads the two alone,
 * so that it can be asked for everybody without running anything. Whoever holds the right may still
 * find it closed: support reads alone, and the state of an agency closes what it says.
 */
export const refusalOf = (e: Door, actor: Actor): Refusal | null => {
  if (e.permission === "public") return null;
  const refused = refusalOfRights(e, actor);
  if (refused) return refused;
  if (actor.support && e.method !== "GET" && !e.ownAccount) return "support";
  if (actor.inPractice && !e.ownAccount && practiceCloses(e)) return "practice";
  const door = { ...e, opensIn: opensInOf(e) };
  return stateCloses(actor.agencyState ?? "active", door, actor.role) ? "state" : null;
};

const closedBy = (state: AgencyState) =>
  notAllowed(`Your agency is ${stateNames[state]}. ${stateSentences[state]}`, `agency_${state}`);

const problemOf = (refusal: Refusal, e: Door, actor: Actor) => {
  switch (refusal) {
    case "signed_out":
      return notSignedIn();
    case "second_factor":
      return notAllowed(
        "Your agency asks you for a second factor. Set one up under Settings, Sign-in and security.",
        "second_factor_needed",
      );
    case "decides":
      return notAllowed("A person decides this, never a program.");
    case "scopes":
      return notAllowed("The scopes of this program do not allow this.");
    case "provider":
      return notAllowed(
        `Your agency is entered through ${actor.waitsForProvider!.name}. Sign in with it.`,
        "provider_needed",
      );
    case "method":
      return notAllowed(
        "Your agency is not entered the way you signed in. The page Welcome names the ways that it allows.",
        "method_needed",
      );
    case "support":
      return notAllowed("Support reads and changes nothing.", "support_reads");
    case "practice":
      return notAllowed(practiceCloses(e)!, "practice_copy");
    case "state":
      return closedBy(actor.waitsForState ?? actor.agencyState ?? "active");
    default:
      return lacks(needed(e));
  }
};

/**
 * Lets an actor through the door of an endpoint, in the state of their agency as it is now: gives
 * the actor with that state. @throws Problem 401, 403.
 */
export const permit = async (database: Database, e: Door, actor: Actor): Promise<Actor> => {
  const standing =
    e.permission === "public" || e.ownAccount || !actor.orgId
      ? actor
      : {
          ...actor,
          agencyState: await stateOf(database, actor.orgId),
          inPractice: await isPractice(database, actor.orgId),
        };
  const refusal = refusalOf(e, standing);
  if (refusal) throw problemOf(refusal, e, standing);
  return standing;
};

const mounted = new WeakMap<Database, readonly Door[]>();

/** Remembers what a server of this database really mounts. */
export const keepDoors = (database: Database, doors: readonly Door[]): void =>
  void mounted.set(database, doors);

/** The doors that are mounted, whoever declared them; none before a server is built. */
export const doorsOf = (database: Database): readonly Door[] => mounted.get(database) ?? [];
