import type { Actor } from "#kernel/access.ts";
import { notAllowed, notSignedIn } from "#kernel/errors.ts";
import { decides } from "#kernel/program-rights.ts";
import type { Database } from "../db/db.ts";
import { lacks } from "../lacking.ts";
import type { Endpoint } from "./endpoint.ts";

/** What of an endpoint decides who may call it. */
export type Door = Pick<Endpoint, "method" | "path" | "permission" | "ownAccount">;

/** Why a door stays closed to somebody. */
export type Refusal =
  | "signed_out"
  | "second_factor"
  | "decides"
  | "scopes"
  | "provider"
  | "method"
  | "permission";

const needed = (e: Door): readonly string[] => [e.permission].flat();

// What is about a person, what needs no permission and what decides is nothing for programs,
// whatever they hold.
const refusalOfProgram = (e: Door, actor: Actor): Refusal | null => {
  const step = /\/actions\/([\w-]+)/.exec(e.path)?.[1];
  if (step !== undefined && decides(step)) return "decides";
  return e.ownAccount || !needed(e).some((p) => actor.permissions.has(p)) ? "scopes" : null;
};

/**
 * Whether an endpoint opens for an actor, and why not: null where it opens. It reads the two alone,
 * so that it can be asked for everybody without running anything.
 */
export const refusalOf = (e: Door, actor: Actor): Refusal | null => {
  if (e.permission === "public") return null;
  if (actor.kind === "anonymous") return "signed_out";
  if (actor.waitsForSecondFactor && !e.ownAccount) return "second_factor";
  if (actor.kind === "program") return refusalOfProgram(e, actor);
  if (e.permission === "signed-in") return null;
  if (needed(e).some((p) => actor.permissions.has(p))) return null;
  if (actor.waitsForProvider) return "provider";
  return actor.waitsForMethod ? "method" : "permission";
};

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
    default:
      return lacks(needed(e));
  }
};

/** Lets an actor through the door of an endpoint. @throws Problem 401, 403. */
export const permit = (e: Door, actor: Actor): void => {
  const refusal = refusalOf(e, actor);
  if (refusal) throw problemOf(refusal, e, actor);
};

const mounted = new WeakMap<Database, readonly Door[]>();

/** Remembers what a server of this database really mounts. */
export const keepDoors = (database: Database, doors: readonly Door[]): void =>
  void mounted.set(database, doors);

/** The doors that are mounted, whoever declared them; none before a server is built. */
export const doorsOf = (database: Database): readonly Door[] => mounted.get(database) ?? [];
