import { Command } from "cmdk";
import { LayoutDashboard } from "lucide-react";
import { useNavigate } from "react-router";
import { pageAt } from "../../areas.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Dialog } from "../kit/overlays.tsx";
import { NavIcon } from "./NavIcon.tsx";
import { visibleNavigation, type NavSection } from "./navigation.ts";

function Commands({ sections, go }: { sections: readonly NavSection[]; go: (to: string) => void }) {
  return (
    <Command label="Commands" loop>
      <Command.Input placeholder="Search or run a command" />
      <Command.List>
        <Command.Empty>No results found.</Command.Empty>
        <Command.Group heading="Navigation"><Command.Item className="menu-item" value="Dashboard" onSelect={() => go("/dashboard")}><LayoutDashboard aria-hidden="true" />Dashboard</Command.Item></Command.Group>
        {sections.map((section) => (
          <Command.Group key={section.label} heading={section.label}>
            {section.items.map((item) => <Command.Item key={item.to + item.label} className="menu-item" value={`${section.label} ${item.label}`} onSelect={() => go(item.to)}><NavIcon name={item.icon} />{item.label}</Command.Item>)}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** Every place that the person can reach, by typing. Ctrl or Cmd with K, or the event `levee:open-command-palette`. */
export default function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { me } = useAuth();
  const navigate = useNavigate();
  const go = (to: string) => {
    onOpenChange(false);
    void navigate(to);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Command palette" description="Type to find a page, choose with the arrow keys." hideTitle className="dialog palette">
      <Commands sections={visibleNavigation(me?.role ?? "user", (path) => pageAt(path) !== null)} go={go} />
    </Dialog>
  );
}
