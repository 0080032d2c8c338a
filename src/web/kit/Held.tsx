import type { ReactNode } from "react";
import { whoMay, type PermissionName } from "#roles.ts";
import { useAuth } from "../auth/AuthProvider.tsx";

/**
 * A main action of a screen: its button for whoever may press it, and for everybody else the
 * sentence who may. `may` and `who` say it where something else than a permission decides (a
 * position in an incident).
 */
export function Held({
  permission,
  what,
  may,
  who,
  children,
}: {
  /** What the button says. */
  what: string;
  children: ReactNode;
} & (
  | { permission: PermissionName; may?: never; who?: never }
  | { permission?: never; may: boolean; who: string }
)) {
  const { can, me } = useAuth();
  if (permission ? can(permission) : may) return <>{children}</>;
  if (me?.kind !== "member") return null;
  return (
    <p className="text-13 text-t2 no-print">
      {what}: {permission ? whoMay([permission]) : who}
    </p>
  );
}
