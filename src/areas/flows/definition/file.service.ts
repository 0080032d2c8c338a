import { z } from "zod";
import { invalid, type FieldError } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { listDepartments, membersNamed } from "#areas/organization/organization.server.ts";
import { stepNamed } from "../record/step.service.ts";
import { flowInput, type FlowInput, type FlowVersion } from "./flow.model.ts";

/** A workflow as a file: addresses of people, codes of departments, names of forms; no ids. */
const content = flowInput.extend({ nodes: z.array(z.json()).max(200) });
type Content = z.output<typeof content>;

type Who = { kind?: unknown; personId?: unknown; departmentId?: unknown };
type Loose = Record<string, unknown> & { who?: Who; step?: unknown; target?: unknown };

const targetsOf = async (db: Db, nodes: readonly Loose[]) => {
  const names = [...new Set(nodes.flatMap((node) => (node.step ? [String(node.step)] : [])))];
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await stepNamed(name)?.targets(db)) ?? []] as const),
    ),
  );
};

const idsIn = (nodes: readonly Loose[], key: "personId" | "departmentId"): string[] =>
  nodes.flatMap((node) => (typeof node.who?.[key] === "string" ? [node.who[key]] : []));

const write = async (db: Db, flow: Pick<FlowVersion, keyof FlowInput>): Promise<Content> => {
  const nodes = flow.nodes as unknown as Loose[];
  const [people, departments, targets] = await Promise.all([
    membersNamed(db, { ids: idsIn(nodes, "personId") }),
    listDepartments(db),
    targetsOf(db, nodes),
  ]);
  const named = (node: Loose): Loose => ({
    ...node,
    ...(node.who?.kind === "person" && {
      who: {
        kind: "person",
        personId: people.find((each) => each.id === node.who!.personId)?.email ?? "",
      },
    }),
    ...(node.who?.kind === "department" && {
      who: {
        kind: "department",
        departmentId: departments.find((each) => each.id === node.who!.departmentId)?.code ?? "",
      },
    }),
    ...(node.kind === "step" && {
      target:
        targets.get(String(node.step))?.find((each) => each.value === node.target)?.label ?? "",
    }),
  });
  const { name, about, kind, edges } = flow;
  return { name, about, kind, edges: [...edges], nodes: nodes.map(named) as Content["nodes"] };
};

// What a file names and this agency does not have is refused at its place: left out, the workflow
// would ask or tell nobody.
const read = async (db: Db, file: Content): Promise<FlowInput> => {
  const nodes = file.nodes as unknown as Loose[];
  const [people, departments, targets] = await Promise.all([
    membersNamed(db, { emails: idsIn(nodes, "personId") }),
    listDepartments(db),
    targetsOf(db, nodes),
  ]);
  const missing: FieldError[] = [];
  const refuse = (path: string, message: string) => {
    missing.push({ path, message });
    return "00000000-0000-0000-0000-000000000000";
  };
  const found = (node: Loose, at: number): Loose => {
    const { who } = node;
    if (who?.kind === "person") {
      const email = String(who.personId).toLowerCase();
      const person = people.find((each) => each.active && each.email.toLowerCase() === email);
      const personId =
        person?.id ??
        refuse(`nodes.${at}.who`, `Nobody here signs in as ${email}. Name a role in the file.`);
      return { ...node, who: { kind: "person", personId } };
    }
    if (who?.kind === "department") {
      const department = departments.find((each) => each.code === who.departmentId);
      const departmentId =
        department?.id ??
        refuse(`nodes.${at}.who`, `This agency has no department ${String(who.departmentId)}.`);
      return { ...node, who: { kind: "department", departmentId } };
    }
    return node;
  };
  const aimed = (node: Loose, at: number): Loose => {
    if (node.kind !== "step") return node;
    const target = targets.get(String(node.step))?.find((each) => each.label === node.target);
    return {
      ...node,
      target:
        target?.value ??
        refuse(`nodes.${at}.target`, `This agency has no ${String(node.target)}. Add it first.`),
    };
  };
  const flow = { ...file, nodes: nodes.map(found).map(aimed) };
  if (missing[0]) throw invalid("not_here", missing.map((each) => each.message).join(" "), missing);
  const parsed = flowInput.safeParse(flow);
  if (!parsed.success)
    throw invalid(
      "not_a_workflow",
      "The file does not hold a workflow that this version reads.",
      parsed.error.issues.map((each) => ({ path: each.path.join("."), message: each.message })),
    );
  return parsed.data;
};

/** Workflows of one agency for another one. */
export const flowElsewhere = { content, write, read };
