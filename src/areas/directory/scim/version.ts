import type { FastifyRequest } from "fastify";
import { ScimRefusal } from "./refusal.ts";

export const etagOf = (version: number): string => `W/"${version}"`;

const said = (header: string | undefined): string[] =>
  (header ?? "").split(",").map((each) => each.trim());

/** 412 where another version was read than the one that is stored. */
export const requireMatch = (request: FastifyRequest, version: number): void => {
  const wanted = request.headers["if-match"];
  if (wanted === undefined || said(wanted).some((each) => each === "*" || each === etagOf(version)))
    return;
  throw new ScimRefusal(412, "It was changed since you read it.");
};

/** Whether whoever asks has this version already. */
export const isKnown = (request: FastifyRequest, version: number): boolean =>
  said(request.headers["if-none-match"]).includes(etagOf(version));
