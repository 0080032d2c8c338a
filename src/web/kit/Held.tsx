import type { ReactNode } from "react";
import type { PermissionName } from "#roles.ts";
import { useAuth } from "../auth/AuthProvider.tsx";
import { useGet } from "./queries.ts";

/**
 * By permission, which duties and roles hold it, as a sentence; empty until it is known. The server
 * says it: browsers are not sent who holds what.
 */
export const useWhoMay = (names: readonly string[]): Readonly<Record<string, string>> => {
  const path = `/api/v1/who-may?permission=${names.join(",")}`;
  const found = useGet<{ sentences: Record<string, string> }>("who-may", path, {
    enabled: names.length > 0,
  });
  return found.data?.sentences ?? {};
};

function ByPermission({ what, permission }: { what: string; permission: PermissionName }) {
  return <Sentence what={what} who={useWhoMay([permission])[permission] ?? ""} />;
}

const Sentence = ({ what, who }: { what: string; who: string }) =>
  who && (
    <p className="text-13 text-t2 no-print">
      {what}: {who}
    </p>
  );

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
  return permission ? (
    <ByPermission what={what} permission={permission} />
  ) : (
    <Sentence what={what} who={who} />
  );
}
