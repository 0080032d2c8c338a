import type { Me } from "../auth/AuthProvider.tsx";
import type { SessionUser } from "../auth/session.ts";

/** E-mail of the person, its first two letters in upper case (SPEC 2.6), and the avatar's name. */
export const avatarOf = (
  me: Me | null,
  user: SessionUser | null,
): { email: string; letters: string; label: string } => {
  const email = me?.person.email ?? user?.email ?? "";
  const letters = email.slice(0, 2).toUpperCase();
  return { email, letters, label: `${letters}, account of ${email}` };
};
