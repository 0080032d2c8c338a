import { codeOf, tagOf } from "#kernel/label-tag.ts";
import { api, ApiProblem, messageOf } from "../api.ts";
import { ScanButton } from "./ScanButton.tsx";

type List = { path: string; query?: string | undefined };
type Bearer = {
  /** What bears them, as the camera's button and a refusal say it: "a location". */
  what: string;
  /** How the address begins that such a label opens. */
  opens: string;
  /** The id of the record that a label of another kind stands for, by the address that it opens; null for none. */
  standsFor?: (to: string) => Promise<string | null>;
};

/** Labels of records of a list. Only fields that take them load what reads them. */
export type Labels = {
  what: string;
  Button: typeof ScanButton;
  /** The record of a list that a label names, or a sentence why it names none. */
  find: <T>(list: List, said: string) => Promise<T | string>;
};

/** The address that a label opens, as the server knows it. @throws 404 for one that is nobody's. */
export const openedBy = async (said: string): Promise<string> =>
  (await api<{ to: string }>(`/api/v1/labels/${encodeURIComponent(tagOf(said))}`)).to;

/** The id at the end of an address that begins so; null for another address. */
export const idBehind = (opens: string, to: string): string | null =>
  to.startsWith(opens) ? to.slice(opens.length) : null;

const find = async <T>(
  { what, opens, standsFor }: Bearer,
  { path, query }: List,
  said: string,
): Promise<T | string> => {
  const code = codeOf(said);
  try {
    const to = await openedBy(said);
    const id = idBehind(opens, to) ?? (await standsFor?.(to)) ?? null;
    if (!id) return `${code} is not the label of ${what}.`;
    const search = new URLSearchParams(query);
    search.set("id", id);
    const { items } = await api<{ items: T[] }>(`${path}?${search}`);
    return items[0] ?? `${code} cannot be chosen here: it is not in use.`;
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404
      ? `Nothing here bears the label ${code}.`
      : messageOf(error);
  }
};

/** Labels by what bears them. */
export const labelsOf = (bearer: Bearer): Labels => ({
  what: bearer.what,
  Button: ScanButton,
  find: <T>(list: List, said: string) => find<T>(bearer, list, said),
});
