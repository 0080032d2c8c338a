import { useRef, useState, type KeyboardEvent } from "react";
import type { KeyAction } from "#kernel/keys/core.ts";
import type { Binding } from "#kernel/keys/binding.ts";

const ways = ["Tab", "Escape", "Shift", "Control", "Meta", "Alt"];

/**
 * Takes the next keys that are pressed as the keys of an action: one with Ctrl or Cmd, one alone,
 * or, for commands, two letters after each other. Escape leaves everything as it was.
 */
export const useCapture = (action: KeyAction, take: (binding: Binding) => void) => {
  const [on, setOn] = useState(false);
  const [first, setFirst] = useState<string | null>(null);
  // Keys come faster than the screen is drawn.
  const pending = useRef<string | null>(null);
  const wait = (letter: string | null) => {
    pending.current = letter;
    setFirst(letter);
  };
  const stop = () => {
    setOn(false);
    wait(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!on) return;
    if (event.key === "Escape") stop();
    if (ways.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const key =
      event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const taken = (binding: Binding) => {
      stop();
      take(binding);
    };
    if (event.ctrlKey || event.metaKey) taken(`Mod+${event.shiftKey ? "Shift+" : ""}${key}`);
    else if (action.where !== "anywhere") taken(key);
    else if (pending.current) taken(`${pending.current} ${key}`);
    else wait(key);
  };
  return { on, first, start: () => setOn(true), stop, onKeyDown };
};
