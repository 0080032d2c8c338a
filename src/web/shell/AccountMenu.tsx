import {
  CircleHelp,
  GraduationCap,
  LogOut,
  MessageCircleQuestion,
  MessageSquarePlus,
  Moon,
  Settings,
  Sun,
} from "lucide-react";
import { useNavigate } from "react-router";
import { beforeSigningOut } from "#areas/field/field.ui.tsx";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useMedia } from "../kit/media.ts";
import { Menu, type MenuEntry } from "../kit/overlays.tsx";
import { notify } from "../kit/Toasts.tsx";
import { currentTheme, setTheme } from "../theme.ts";
import { avatarOf } from "./avatar.ts";
import { useGo } from "./go.ts";
import { openHelp } from "./help.ts";
import type { Opener } from "./LazyMenu.tsx";
import { startTutorial } from "./tutorialEvent.ts";
import { mobileBelow } from "./useSidebar.ts";

/** Presses a button of the dock, which phones hide: the frame carries nothing more for it. */
const openDock = (button: "chat" | "small") =>
  document.querySelector<HTMLButtonElement>(`.dock-${button}`)?.click();

// On phones the header has no room for these three buttons, and floating ones would lie over cards.
const useMobileEntries = (): MenuEntry[] => {
  const mobile = useMedia(`(max-width: ${mobileBelow - 1}px)`);
  const go = useGo();
  const other = currentTheme() === "dark" ? "light" : "dark";
  return mobile
    ? [
        {
          label: "Ask the assistant",
          icon: <MessageCircleQuestion aria-hidden="true" />,
          onSelect: () => openDock("chat"),
        },
        {
          label: "Send feedback",
          icon: <MessageSquarePlus aria-hidden="true" />,
          onSelect: () => openDock("small"),
        },
        {
          label: "Start tutorial",
          icon: <GraduationCap aria-hidden="true" />,
          onSelect: startTutorial,
        },
        {
          label: other === "dark" ? "Dark theme" : "Light theme",
          icon: other === "dark" ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />,
          onSelect: () => setTheme(other),
        },
        { label: "Help", icon: <CircleHelp aria-hidden="true" />, onSelect: () => openHelp(go) },
        { kind: "line" },
      ]
    : [];
};

/**
 * The menu under the avatar: who you are, settings, the way out. Loaded when someone reaches for
 * it.
 */
export default function AccountMenu({ defaultOpen }: Opener) {
  const { me, user, signOut } = useAuth();
  const navigate = useNavigate();
  const { email, letters, label } = avatarOf(me, user);
  const more = useMobileEntries();
  const name = me?.person.displayName || user?.user_metadata?.display_name || "User";
  const leave = async () => {
    const waits = await beforeSigningOut().catch(() => null);
    try {
      await signOut();
      notify.done("Signed out successfully", waits ?? undefined);
    } catch {
      // This browser has let go of the session whatever the server says.
      const here =
        "You are signed out on this device. The server did not answer; there the session ends by itself.";
      notify.failed("Failed to sign out", waits ? `${here} ${waits}` : here);
    }
    void navigate("/auth");
  };
  return (
    <Menu
      label="Account"
      defaultOpen={defaultOpen}
      trigger={
        <button type="button" className="avatar ml-1" aria-label={label}>
          {letters}
        </button>
      }
      entries={[
        {
          kind: "label",
          label: (
            <>
              <span className="block text-14 text-t1">{name}</span>
              <span className="block font-normal">{email}</span>
            </>
          ),
        },
        { kind: "line" },
        ...more,
        {
          label: "Settings",
          icon: <Settings aria-hidden="true" />,
          onSelect: () => void navigate("/settings"),
        },
        { label: "Log out", icon: <LogOut aria-hidden="true" />, onSelect: () => void leave() },
      ]}
    />
  );
}
