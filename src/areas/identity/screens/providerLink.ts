/** The account exists: its owner signs in the old way and links it with this code. */
export type LinkNeeded = { link_needed: true; code: string; provider: string; email: string };

const name = "levee.sso-link";

/** Keeps the code in this tab until its owner is signed in. */
export const keepLink = (link: LinkNeeded): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(link));
  } catch {
    /* storage refused: the link is begun again from the settings */
  }
};

/** What waits to be linked in this tab; null for nothing. */
export const linkWaiting = (): LinkNeeded | null => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as LinkNeeded | null;
  } catch {
    return null;
  }
};

export const forgetLink = (): void => {
  try {
    sessionStorage.removeItem(name);
  } catch {
    /* as above */
  }
};
