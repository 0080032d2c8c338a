import { Moon, Sun } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { KeyForm } from "#web/kit/keys/KeyForm.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { currentTheme, setTheme, subscribeTheme } from "#web/theme.ts";
import type { Me } from "../me/me.model.ts";
import { useChangeMe } from "./useChangeMe.ts";

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
      </Panel>
      <Panel title="Your keys">
        <p className="mb-4 max-w-[70ch] text-t2">
          What every key does. Yours stand over the agency's. With single keys switched off only
          those with Ctrl work.
        </p>
        <KeyForm
          saved={me.person.preferences.keys ?? {}}
          under={me.org?.keys ?? {}}
          onSave={(keys) => change({ preferences: { keys } })}
        />
      </Panel>
    </div>
  );
}
