import { useMemo } from "react";
import { useGet } from "#web/kit/queries.ts";
import type { Policy } from "./policy.model.ts";
import type { Names } from "./policy-words.labels.ts";

type Named = { id: string; name: string };
const mapOf = (items: readonly Named[] | undefined): ReadonlyMap<string, string> =>
  new Map(items?.map((each) => [each.id, each.name]));

/** The address of policies in the API. */
export const policiesPath = "/api/v1/approval-policies";

/** All versions of all policies, with the names of the people whom they name. */
export const usePolicies = () =>
  useGet<{ items: Policy[]; people: Named[] }>("approval-policies", policiesPath);

/** Departments and funds; with the people of the policies, their names by id. */
export const usePolicyNames = () => {
  const departments = useGet<{ items: (Named & { active: boolean })[] }>(
    "departments",
    "/api/v1/departments",
  ).data?.items;
  const funds = useGet<{ items: (Named & { code: string })[] }>(
    "segments",
    "/api/v1/segments?kind=fund",
  ).data?.items;
  const people = usePolicies().data?.people;
  const names = useMemo<Names>(
    () => ({
      department: mapOf(departments),
      fund: mapOf(funds?.map((fund) => ({ id: fund.id, name: `${fund.code} ${fund.name}` }))),
      person: mapOf(people),
    }),
    [departments, funds, people],
  );
  return { names, departments: departments ?? [], funds: funds ?? [] };
};
