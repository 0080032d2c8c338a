import type { FoundingPart } from "#areas/organization/organization.server.ts";
import { beginWithSet } from "./starting-set.service.ts";

/** The approval policies that an agency begins with which is founded from a template. */
export const policiesOfTemplate: FoundingPart = {
  place: 3,
  brings: () => "Approval policies for every kind of document",
  equip: (tx, actor) => beginWithSet(tx, actor, "small"),
};
