import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";

const linkLetter = defineLetter({
  kind: "sign_on_linked",
  why: "You get this letter because of your Levee account.",
  write: (to: { provider: string }) => ({
    subject: `${to.provider} can now sign in to your Levee account`,
    paragraphs: [
      `Your account was linked to ${to.provider}. From now on it opens your account.`,
      "If this was not you, choose a new password and tell an administrator of your agency.",
    ],
  }),
  sample: { provider: "County sign-in" },
});

/** Tells the owner of an account by letter that a provider opens it now. */
export const tellOfLink = async (tx: Tx, actor: Actor, provider: string): Promise<void> => {
  await queueMail(tx, { ...linkLetter({ provider }), to: actor.email, orgId: tx.scope.orgId });
};
