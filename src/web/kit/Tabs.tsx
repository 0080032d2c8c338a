import { useSearchParams } from "react-router";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { scrolledTo } from "./inSight.ts";

export type TabDefinition = {
  id: string;
  label: string;
  count?: number | undefined;
  content: () => ReactNode;
};

/**
 * Tabs whose choice is in the address (`?tab=`): it survives reload and can be sent. Only the open
 * tab is drawn.
 */
export function Tabs({
  tabs,
  label,
  parameter = "tab",
  inner = [],
}: {
  tabs: readonly TabDefinition[];
  label: string;
  parameter?: string;
  /** What is open within a tab, by its parameters of the address: pressing a tab leaves it. */
  inner?: readonly string[];
}) {
  const [search, setSearch] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const open = tabs.find((tab) => tab.id === search.get(parameter)) ?? tabs[0];
  const shown = open?.id;
  // Where the tabs are wider than the screen, the open one is brought into sight; the page itself
  // stays where it is.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${shown}"]`);
    if (row && tab) row.scrollLeft = scrolledTo(row, tab);
  }, [shown, tabs.length]);
  if (!open) return null;
  const select = (id: string) => {
    // The address itself: on a slow device what is drawn may still be that of the page before.
    const next = new URLSearchParams(window.location.search);
    if (id === tabs[0]?.id) next.delete(parameter);
    else next.set(parameter, id);
    for (const name of inner) next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(open);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    select(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            data-tab={tab.id}
            id={`${parameter}-${tab.id}`}
            aria-selected={tab === open}
            aria-controls={`${parameter}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => select(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <span className="count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${parameter}-panel`} aria-labelledby={`${parameter}-${open.id}`}>
        {open.content()}
      </div>
    </>
  );
}
