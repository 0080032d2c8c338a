import { LogOut, Settings, Sun } from "lucide-react";
import { useNavigate } from "react-router";
import { useAuth } from "../auth/AuthProvider.tsx";
import { Menu } from "../kit/overlays.tsx";
import { notify } from "../kit/Toasts.tsx";
import { currentTheme, setTheme } from "../theme.ts";
import { avatarOf } from "./avatar.ts";

/** The menu under the avatar: who you are, settings, the way out. Loaded when someone reaches for it. */
export default function AccountMenu({ defaultOpen }: { defaultOpen: boolean }) {
  const { me, user, signOut } = useAuth();
  const navigate = useNavigate();
  const { email, letters, label } = avatarOf(me, user);
  const name = me?.person.displayName || user?.user_metadata?.display_name || "User";
  const other = currentTheme() === "dark" ? "light" : "dark";
  const leave = async () => {
    try {
      await signOut();
      notify.done("Signed out successfully");
    } catch (error) { notify.failed("Failed to sign out", error); }
    void navigate("/auth");
  };
  return (
    <Menu label="Account" defaultOpen={defaultOpen} trigger={<button type="button" className="avatar ml-1" aria-label={label}>{letters}</button>} entries={[
      { kind: "label", label: <><span className="block text-14 text-t1">{name}</span><span className="block font-normal">{email}</span></> },
      { kind: "line" },
      { label: "Settings", icon: <Settings aria-hidden="true" />, onSelect: () => void navigate("/settings") },
      { label: other === "dark" ? "Dark theme" : "Light theme", icon: <Sun aria-hidden="true" />, onSelect: () => setTheme(other) },
      { label: "Log out", icon: <LogOut aria-hidden="true" />, onSelect: () => void leave() },
    ]} />
  );
}
