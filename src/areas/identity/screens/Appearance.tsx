import { Moon, Sun } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { currentTheme, setTheme, subscribeTheme } from "#web/theme.ts";
import type { Me } from "../me/me.model.ts";
import { useChangeMe } from "./useChangeMe.ts";

const keys: readonly [string, string][] = [
  ["/", "Search the list"],
  ["J and K", "Next and previous row"],
  ["X", "Select the row"],
  ["Enter", "Open it"],
  ["Space", "Look at it beside the list"],
  ["C", "Create"],
  ["G then D", "Go to the dashboard; the palette (Ctrl K) names all such keys"],
  ["?", "Show all keys"],
];

const choice = [
  "flex cursor-pointer items-center gap-3 rounded-[6px] border border-hair p-4",
  "has-checked:border-accent has-checked:bg-s2",
].join(" ");

function ThemeChoice() {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => "dark" as const);
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="visually-hidden">Theme</legend>
      {(["dark", "light"] as const).map((each) => (
        <label key={each} className={choice}>
          <input
            type="radio"
            name="theme"
            checked={theme === each}
            onChange={() => setTheme(each)}
          />
          {each === "dark" ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
          {each === "dark" ? "Dark" : "Light"}
        </label>
      ))}
    </fieldset>
  );
}

/** Theme of this browser, and whether single keys do something (WCAG 2.1.4). */
export function Appearance({ me }: { me: Me }) {
  const change = useChangeMe();
  const [on, setOn] = useState(me.person.preferences.singleKeyShortcuts ?? true);
  const toggle = (next: boolean) => {
    setOn(next);
    void change({ preferences: { singleKeyShortcuts: next } }).catch((error: unknown) => {
      setOn(!next);
      notify.failed("Not saved", error);
    });
  };
  return (
    <div className="stack">
      <Panel title="Theme">
        <ThemeChoice />
      </Panel>
      <Panel title="Single-key shortcuts">
        <label className="check">
          <input type="checkbox" checked={on} onChange={(event) => toggle(event.target.checked)} />
          <span>
            Use single keys
            <small>Switch off when you speak to your computer or press keys by accident.</small>
          </span>
        </label>
        <dl className="facts mt-3 max-w-[360px]">
          {keys.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="kbd">{key}</kbd>
              </dt>
              <dd className={`!text-left ${on ? "" : "text-t3"}`}>{does}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
