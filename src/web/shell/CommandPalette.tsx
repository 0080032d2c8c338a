import { Command } from "cmdk";
import { startTransition, useEffect, useRef, useState } from "react";
import { searchKinds } from "#areas/platform/search/search.labels.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Dialog } from "../kit/overlays.tsx";
import { paletteActions, type PaletteAction } from "./actions.ts";
import { focusHeading } from "./arrive.ts";
import { matches } from "./commands.ts";
import { opens, useFound, type Place } from "./found.ts";
import { useGo } from "./go.ts";
import { usePaletteAnswers } from "./paletteAnswers.ts";

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

function Commands({ go, close }: { go: (to: string) => void; close: () => void }) {
  const { me, can, session } = useAuth();
  const [text, setText] = useState("");
  // The field stands there with the press; what may be chosen comes with the next frame.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  const role = me?.role ?? "user";
  const typed = text.trim() !== "";
  const outside = me && me.kind !== "member" ? me.kind : null;
  const { records, help, searching } = usePaletteAnswers(text, session !== null);
  const found = useFound(text, help?.pages ?? [], outside);
  const goes = ({ label, hint, to }: Place): Row => ({
    key: to + label,
    label,
    hint,
    choose: () => go(to),
  });
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
        {drawn &&
          found.commands.map(({ name, rows }) => (
            <Group key={name} name={name} rows={rows.map(goes)} />
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
        {drawn && <Group name="Pages" rows={found.pages.map(goes)} />}
        <Group
          name={help?.sure ? "Documentation" : "Documentation that may help"}
          rows={(help?.items ?? []).map((hit) => ({
            key: hit.href,
            label: hit.heading ? `${hit.page}: ${hit.heading}` : hit.page,
            hint: "Guide",
            choose: () => go(hit.href),
          }))}
        />
        <Group name="Still to come" rows={found.soon.map(goes)} />
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
  const before = useRef(document.activeElement);
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
          focusHeading(before.current);
          go(to);
        }}
      />
    </Dialog>
  );
}
