import type { Tx } from "#server/db/db.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { administratorsOf, membersNamed, notify } from "#areas/organization/organization.server.ts";

const why = "You get this letter because you work with an agency in Levee.";

const enforcedLetter = defineLetter({
  kind: "sign_on_enforced",
  why,
  write: (to: { provider: string; origin: string }) => ({
    subject: `From now on, sign in through ${to.provider}`,
    paragraphs: [
      `Your agency is entered through ${to.provider} from now on. Your account is not linked to it yet.`,
      `Sign in as before once more: Levee then shows you how to link your account to ${to.provider}.`,
    ],
    link: { label: "Sign in", href: `${to.origin}/auth` },
  }),
  sample: { provider: "County sign-in", origin: "{origin}" },
});

const administratorLetter = defineLetter({
  kind: "sign_on_administrators",
  why: "You get this letter because you administer an agency in Levee.",
  write: (to: { title: string; text: string; origin: string }) => ({
    subject: to.title,
    paragraphs: [to.text],
    link: { label: "Open single sign-on", href: `${to.origin}/sso-management` },
  }),
  sample: {
    title: "Dana Ruiz came in beside the provider",
    text: "It was at 08:15. If you do not expect it, ask them.",
    origin: "{origin}",
  },
});

/** Tells every administrator of the scope's agency, by notice and by letter. */
export const tellAdministrators = async (
  tx: Tx,
  told: { kind: string; title: string; text: string; origin: string },
): Promise<void> => {
  const ids = await administratorsOf(tx);
  notify(tx, ids, {
    kind: told.kind,
    title: told.title,
    body: told.text,
    link: "/sso-management",
    copy: false,
  });
  for (const { email } of await membersNamed(tx, { ids }))
    await queueMail(tx, { ...administratorLetter(told), to: email, orgId: tx.scope.orgId });
};

/** Tells those who cannot come in until they link their account, what to do. */
export const tellLockedOut = async (
  tx: Tx,
  emails: readonly string[],
  provider: string,
  origin: string,
): Promise<void> => {
  for (const to of emails)
    await queueMail(tx, {
      ...enforcedLetter({ provider, origin }),
      to,
      orgId: tx.scope.orgId,
      bulk: true,
    });
};
