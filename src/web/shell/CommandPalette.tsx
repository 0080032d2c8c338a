import { Command } from "cmdk";
import { LayoutDashboard } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { pageAt } from "../../areas.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Dialog } from "../kit/overlays.tsx";
import { visibleNavigation, type NavSection } from "./navigation.ts";
import { paletteEvent } from "./palette.ts";

const usePaletteOpen = (): [boolean, (open: boolean) => void] => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    const onKey = (event: KeyboardEvent) => {
      const inEditor = event.target instanceof Element && event.target.closest("[contenteditable=true]");
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || inEditor) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener(paletteEvent, show);
    window.addEventListener("keydown", onKey);
    return () => { window.removeEventListener(paletteEvent, show); window.removeEventListener("keydown", onKey); };
  }, []);
  return [open, setOpen];
};

function Commands({ sections, go }: { sections: readonly NavSection[]; go: (to: string) => void }) {
  return (
    <Command label="Commands" loop>
      <Command.Input placeholder="Search or run a command" />
      <Command.List>
        <Command.Empty>No results found.</Command.Empty>
        <Command.Group heading="Navigation"><Command.Item className="menu-item" value="Dashboard" onSelect={() => go("/dashboard")}><LayoutDashboard aria-hidden="true" />Dashboard</Command.Item></Command.Group>
        {sections.map((section) => (
          <Command.Group key={section.label} heading={section.label}>
            {section.items.map((item) => {
              const Icon = item.icon;
              return <Command.Item key={item.to + item.label} className="menu-item" value={`${section.label} ${item.label}`} onSelect={() => go(item.to)}><Icon aria-hidden="true" />{item.label}</Command.Item>;
            })}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** Every place that the person can reach, by typing. Ctrl or Cmd with K, or the event `levee:open-command-palette`. */
export function CommandPalette() {
  const [open, setOpen] = usePaletteOpen();
  const { me } = useAuth();
  const navigate = useNavigate();
  const go = (to: string) => {
    setOpen(false);
    void navigate(to);
  };
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Command palette" description="Type to find a page, choose with the arrow keys." hideTitle className="dialog palette">
      <Commands sections={visibleNavigation(me?.role ?? "user", (path) => pageAt(path) !== null)} go={go} />
    </Dialog>
  );
}
