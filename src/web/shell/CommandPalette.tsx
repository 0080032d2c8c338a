import { Command } from "cmdk";
import { startTransition, useEffect, useState } from "react";
import { isUnbuilt, pageAt } from "#areas.ts";
import { searchKinds } from "#areas/platform/search/search.labels.ts";
import type { Role } from "#kernel/access.ts";
import { shownAs } from "#kernel/keys/binding.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useAllKeys } from "../kit/keys/useAllKeys.ts";
import { Dialog } from "../kit/overlays.tsx";
import { paletteActions, type PaletteAction } from "./actions.ts";
import { commandGroups, matches } from "./commands.ts";
import { useGo } from "./go.ts";
import { guardTarget } from "./guard.ts";
import { usePaletteAnswers } from "./paletteAnswers.ts";
import { heldPages, visibleNavigation, visibleOutsideNavigation } from "./navigation.ts";

const opens = (to: string, role: Role): boolean => {
  const page = pageAt(to.split("?")[0] ?? to);
  return page !== null && guardTarget(page.access, true, role) === null;
};

// An address whose screen is still to come says so, quietly.
const hintOf = (to: string, hint: string) =>
  isUnbuilt(to) ? ["soon", hint].filter(Boolean).join(" · ") : hint;

type Row = { key: string; label: string; hint: string; choose: () => void };

function Group({ name, rows }: { name: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={name}>
      {rows.map((row) => (
        <Command.Item
          key={row.key}
          className="menu-item"
          value={`${name} ${row.key}`}
          onSelect={row.choose}
        >
          <span className="truncate">{row.label}</span>
          <span className="hint">{row.hint}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/**
 * Pages of the sidebar that no command leads to, offered while someone types; for a person outside
 * of every agency all pages of its sidebar.
 */
const otherPages = (
  role: Role,
  outside: "vendor" | "person" | null,
  can: Parameters<typeof heldPages>[0],
) => {
  if (outside)
    return visibleOutsideNavigation(outside, (path) => pageAt(path) !== null).flatMap((section) =>
      section.items.map((item) => ({ label: item.label, to: item.to, hint: section.label })),
    );
  const known = new Set(
    commandGroups.flatMap((group) => group.commands.map((command) => command.to)),
  );
  return visibleNavigation(role, (path) => pageAt(path) !== null, heldPages(can)).flatMap(
    (section) =>
      section.items
        .filter((item) => !known.has(item.to))
        .map((item) => ({ label: item.label, to: item.to, hint: section.label })),
  );
};

function Commands({ go, close }: { go: (to: string) => void; close: () => void }) {
  const { me, can, session } = useAuth();
  const keys = useAllKeys();
  const [text, setText] = useState("");
  // The field stands there with the press; what may be chosen comes with the next frame.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  const role = me?.role ?? "user";
  const typed = text.trim() !== "";
  const outside = me && me.kind !== "member" ? me.kind : null;
  const { records, help, searching } = usePaletteAnswers(text, session !== null);
  const run = (action: PaletteAction) => {
    if ("to" in action) return go(action.to);
    close();
    void action.run();
  };
  return (
    <Command label="Commands" loop shouldFilter={false}>
      <Command.Input placeholder="Search or run a command" value={text} onValueChange={setText} />
      <Command.List>
        <Command.Empty>{searching || !drawn ? "Searching…" : "No results found."}</Command.Empty>
        <Group
          name="Answer"
          rows={(help?.list ? [help.list] : []).map((list) => ({
            key: list.href,
            label: list.label,
            hint: "List",
            choose: () => go(list.href),
          }))}
        />
        <Group
          name="Records"
          rows={records.map((row) => ({
            key: row.id,
            label: row.title ? `${row.number} · ${row.title}` : row.number,
            hint: searchKinds[row.kind],
            choose: () => go(row.href),
          }))}
        />
        {!outside &&
          drawn &&
          commandGroups.map(({ name, commands }) => (
            <Group
              key={name}
              name={name}
              rows={commands
                .filter((each) => opens(each.to, role) && matches(`${name} ${each.label}`, text))
                .map((each) => ({
                  key: each.id,
                  label: each.label,
                  hint: hintOf(each.to, shownAs(keys.get(each.id) ?? "")),
                  choose: () => go(each.to),
                }))}
            />
          ))}
        {typed && (
          <Group
            name="Actions"
            rows={paletteActions
              .filter(
                (each) =>
                  (!each.permission || can(each.permission)) &&
                  (!("to" in each) || opens(each.to, role)) &&
                  matches(each.label, text),
              )
              .map((each) => ({
                key: each.label,
                label: each.label,
                hint: "Action",
                choose: () => run(each),
              }))}
          />
        )}
        {drawn && (typed || outside) && (
          <Group
            name="Pages"
            rows={otherPages(role, outside, can)
              .filter((each) => matches(`${each.hint} ${each.label}`, text))
              .map((each) => ({
                key: each.to + each.label,
                label: each.label,
                hint: hintOf(each.to, each.hint),
                choose: () => go(each.to),
              }))}
          />
        )}
        <Group
          name={help?.sure ? "Documentation" : "Documentation that may help"}
          rows={(help?.items ?? []).map((hit) => ({
            key: hit.href,
            label: hit.heading ? `${hit.page}: ${hit.heading}` : hit.page,
            hint: "Guide",
            choose: () => go(hit.href),
          }))}
        />
      </Command.List>
    </Command>
  );
}

/**
 * Everything by typing: commands, records, actions, pages. Ctrl or Cmd with K, or the event
 * `levee:open-command-palette`.
 */
export default function CommandPalette({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const go = useGo();
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Command palette"
      description="Type to find a page, a record or an action; choose with the arrow keys."
      hideTitle
      className="dialog palette"
    >
      <Commands
        close={close}
        go={(to) => {
          close();
          go(to);
        }}
      />
    </Dialog>
  );
}
