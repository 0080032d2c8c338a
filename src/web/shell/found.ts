import { isUnbuilt, pageAt } from "#areas.ts";
import type { Role } from "#kernel/access.ts";
import { shownAs } from "#kernel/keys/binding.ts";
import { beginnings, namedPages, rankOf } from "#areas/platform/search/register.ts";
import type { PermissionName } from "#roles.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useAllKeys } from "../kit/keys/useAllKeys.ts";
import { commandGroups, matches } from "./commands.ts";
import { guardTarget } from "./guard.ts";
import { heldPages, navigation, visibleOutsideNavigation } from "./navigation.ts";

/** Somewhere that the palette leads to. */
export type Place = { label: string; hint: string; to: string };
type Found = {
  commands: { name: string; rows: Place[] }[];
  pages: Place[];
  /** Screens that are still to come: they never stand before what there is. */
  soon: Place[];
};
type May = (permission: PermissionName) => boolean;
type Ranked = Place & { rank: number };

const mostPages = 12;

/** Whether the address is a page that the person may open. */
export const opens = (to: string, role: Role, can: May = () => false): boolean => {
  const path = to.split("?")[0] ?? to;
  const page = pageAt(path);
  return page !== null && guardTarget(page.access, true, role, heldPages(can)(path)) === null;
};

const permissionOf = new Map(beginnings.map(({ to, permission }) => [to, permission]));
const begins = (to: string, can: May): boolean => {
  const permission = permissionOf.get(to);
  return permission === undefined || can(permission as PermissionName);
};

/** What the palette offers to begin beside its own commands. */
const moreToBegin = beginnings.filter(
  ({ to }) => !commandGroups.some(({ commands }) => commands.some((each) => each.to === to)),
);

/** Places of the sidebar by page: what they are called there, and under which heading. */
const inSidebar = new Map<string, { also: string; under: string }>();
for (const { label: under, items } of navigation)
  for (const { label, to } of items) {
    const path = to.split("?")[0] ?? to;
    const known = inSidebar.get(path);
    inSidebar.set(path, {
      also: `${known?.also ?? ""} ${label}`,
      under: known?.under ?? under,
    });
  }

/** Tabs of pages that the sidebar names: places of their own. */
const tabs = navigation.flatMap(({ label: under, items }) =>
  items.filter(({ to }) => to.includes("?")).map(({ label, to }) => ({ name: label, to, under })),
);

/** Pages and tabs that words name, the nearest first; none without words. */
const pagesNamed = (text: string, role: Role, can: May): Ranked[] => {
  if (text.trim() === "") return [];
  const places = [
    ...namedPages.map(({ title, path, also }) => ({
      name: title,
      to: path,
      also: `${also} ${inSidebar.get(path)?.also ?? ""}`,
      under: inSidebar.get(path)?.under ?? "",
    })),
    ...tabs.map((tab) => ({ ...tab, also: "" })),
  ];
  return places
    .flatMap(({ to, ...place }): Ranked[] => {
      const rank = rankOf(text, place);
      return rank !== null && opens(to, role, can)
        ? [{ label: place.name, hint: place.under, to, rank }]
        : [];
    })
    .toSorted((a, b) => a.rank - b.rank);
};

const outsidePages = (text: string, outside: "vendor" | "person"): Place[] =>
  visibleOutsideNavigation(outside, (path) => pageAt(path) !== null).flatMap((section) =>
    section.items
      .filter((item) => matches(`${section.label} ${item.label}`, text))
      .map((item) => ({ label: item.label, to: item.to, hint: section.label })),
  );

/**
 * What the palette finds by itself for the words: commands, what can be begun, pages. `named`: pages
 * that the server knows by other words. Commands to screens that are still to come stand with them
 * once somebody types.
 */
export const useFound = (
  text: string,
  named: readonly { title: string; href: string }[],
  outside: "vendor" | "person" | null,
): Found => {
  const { me, can } = useAuth();
  const keys = useAllKeys();
  const role = me?.role ?? "user";
  if (outside) return { commands: [], pages: outsidePages(text, outside), soon: [] };
  const typed = text.trim() !== "";
  const commands = commandGroups.map(({ name, commands: all }) => ({
    name,
    rows: [
      ...all.map(({ id, label, to }) => ({ label, to, hint: shownAs(keys.get(id) ?? "") })),
      ...(typed && name === "Create" ? moreToBegin : []).map(({ label, to }) => ({
        label,
        to,
        hint: "",
      })),
    ].filter(
      ({ label, to }) =>
        opens(to, role, can) && begins(to, can) && matches(`${name} ${label}`, text),
    ),
  }));
  if (!typed)
    return {
      commands: commands.map(({ name, rows }) => ({
        name,
        rows: rows.map((row) =>
          isUnbuilt(row.to)
            ? { ...row, hint: ["soon", row.hint].filter(Boolean).join(" · ") }
            : row,
        ),
      })),
      pages: [],
      soon: [],
    };
  const own = pagesNamed(text, role, can);
  const known = new Set(own.map(({ to }) => to));
  const others = named
    .filter(({ href }) => !known.has(href))
    .map(({ title, href }) => ({ label: title, hint: "", to: href }));
  const inCommands = new Set(commands.flatMap(({ rows }) => rows.map(({ to }) => to)));
  const pages = [...own, ...others];
  const waiting = [...commands.flatMap(({ rows }) => rows), ...pages].filter(({ to }) =>
    isUnbuilt(to),
  );
  return {
    commands: commands.map(({ name, rows }) => ({
      name,
      rows: rows.filter(({ to }) => !isUnbuilt(to)),
    })),
    pages: pages.filter(({ to }) => !isUnbuilt(to) && !inCommands.has(to)).slice(0, mostPages),
    soon: [...new Map(waiting.map((place) => [place.to, place])).values()].map(
      ({ label, hint, to }) => ({ label, to, hint: ["soon", hint].filter(Boolean).join(" · ") }),
    ),
  };
};
