import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { createDepartment } from "../department/department.service.ts";
import { templateDepartments, type TemplateId, templates } from "./template.data.ts";

/** What an area fills a new agency with, where it is founded from a template. */
export type FoundingPart = {
  /** In which order parts come: funds before policies that name them. */
  place: number;
  /** What it brings of a template and a state, in words; null where nothing. */
  brings: (template: TemplateId, state: string | null) => string | null;
  equip: (tx: Tx, actor: Actor, template: TemplateId, state: string | null) => Promise<unknown>;
  /** States of whose law it brings something. */
  states?: () => readonly string[];
};

const departments: FoundingPart = {
  place: 1,
  brings: (template) => templateDepartments[template].map(([, name]) => name).join(", "),
  equip: async (tx, actor, template) => {
    for (const [code, name] of templateDepartments[template])
      await createDepartment(tx, actor, { code, name, parentId: null, active: true });
  },
};
const parts: FoundingPart[] = [departments];

/** Areas say what an agency begins with that is founded from a template. */
export const foundingParts = extensionPoint<FoundingPart>("parts of founding templates", (part) => {
  parts.push(part);
  parts.sort((a, b) => a.place - b.place);
});

/** The shipped templates, with what each brings. */
export const foundingTemplates = (): { id: string; label: string; brings: string[] }[] =>
  templates.map(({ id, label }) => ({
    id,
    label,
    brings: parts.flatMap((part) => part.brings(id, null) ?? []),
  }));

/** States whose rules a new agency can begin with. */
export const foundingStates = (): string[] =>
  [...new Set(parts.flatMap((part) => part.states?.() ?? []))].sort();

/**
 * Fills the scope's new agency from a template, with the rules of a state; null for an empty one.
 * @throws Problem 422 for a template that is not shipped.
 */
export const equipFrom =
  (actor: Actor, template: string | null, state: string | null) =>
  async (tx: Tx): Promise<void> => {
    if (template === null) return;
    const known = templates.find(({ id }) => id === template);
    if (!known) throw invalidField("template", "Choose a template from the list.");
    for (const part of parts)
      await part.equip(tx, { ...actor, orgId: tx.scope.orgId }, known.id, state);
  };
