import type { ReactNode } from "react";
import type { OfferedAction } from "#kernel/lifecycle.ts";

/**
 * What a screen offers beside the lifecycle's actions: a page of the app (`to`), a document of its
 * own (`href`), or something done here.
 */
export type ExtraAction = {
  label: string;
  icon?: ReactNode;
  tone?: "primary" | "quiet";
  /** Why it is not possible now. */ reason?: string | null;
} & ({ to: string } | { href: string } | { onSelect: () => void });

/** What the lifecycle of a page says of its steps; screens that lend none lack nothing. */
export type CourseSteps = Readonly<
  Record<
    string,
    {
      label: string;
      from?: readonly string[];
      permission?: string;
      tone?: string;
      system?: boolean;
      suits?: (record: never) => boolean;
    }
  >
>;

/**
 * The main steps of a record that wait for somebody with another permission, as the person sees
 * them: what, and by which permission. What a rule forbids stands on its button already.
 */
export const othersSteps = (
  steps: CourseSteps | undefined,
  record: { status: string; actions: readonly OfferedAction[] },
  can: (permission: string) => boolean,
): { label: string; permission: string }[] =>
  Object.entries(steps ?? {}).flatMap(([name, { label, permission, ...step }]) =>
    permission !== undefined &&
    step.tone === "primary" &&
    !step.system &&
    step.from?.includes(record.status) &&
    !can(permission) &&
    step.suits?.(record as never) !== false &&
    record.actions.every((offered) => offered.name !== name)
      ? [{ label, permission }]
      : [],
  );

/** A button of the bar, wherever it comes from. `reason` says why it takes no press. */
export type Offer = {
  key: string;
  label: string;
  icon?: ReactNode;
  tone: "primary" | "default" | "danger" | "quiet";
  enabled: boolean;
  reason: string | null;
  /** It asks why before it is done: a cancellation, a refusal. */
  asksWhy?: boolean;
  to?: string;
  href?: string;
  press: () => void;
};

const rank = { danger: 0, default: 1, primary: 2 } as const;

/** A screen has one main action: the last that is possible, else the last. */
const withOneMain = (offers: readonly Offer[]): Offer[] => {
  const primary = offers.filter(({ tone }) => tone === "primary");
  const main = primary.findLast(({ enabled }) => enabled) ?? primary.at(-1);
  return offers.map((offer) =>
    offer.tone === "primary" && offer !== main ? { ...offer, tone: "default" } : offer,
  );
};

/**
 * All offers of a record in the order of the wide bar: the screen's own, then the lifecycle's with
 * the primary one last, of several that are possible the last alone. `press` takes a lifecycle
 * action, `go` opens an address.
 */
export const offersOf = (
  actions: readonly OfferedAction[],
  extra: readonly ExtraAction[],
  press: (action: OfferedAction) => void,
  go: (to: string) => void,
): Offer[] =>
  withOneMain([
    ...extra.map((each): Offer => {
      const { label, icon, tone = "default", reason = null } = each;
      const way =
        "to" in each
          ? { to: each.to, press: () => go(each.to) }
          : "href" in each
            ? { href: each.href, press: () => window.location.assign(each.href) }
            : { press: each.onSelect };
      return { key: `extra-${label}`, label, icon, tone, enabled: reason === null, reason, ...way };
    }),
    ...actions
      .toSorted((a, b) => rank[a.tone] - rank[b.tone])
      .map((action): Offer => ({
        key: action.name,
        label: action.label,
        tone: action.tone,
        enabled: action.enabled,
        reason: action.enabled ? null : action.reason,
        asksWhy: action.needsReason,
        press: () => press(action),
      })),
  ]);

/**
 * What a phone shows of them: the main thing to do, if anything is possible that destroys nothing and
 * needs no justification, and the rest for the menu, what is possible first.
 */
export const compactOffers = (
  offers: readonly Offer[],
): { main: Offer | null; rest: readonly Offer[] } => {
  const possible = offers.filter((offer) => offer.enabled);
  const main =
    possible.findLast((offer) => offer.tone === "primary") ??
    possible.find((offer) => offer.tone === "default" && !offer.asksWhy) ??
    null;
  const place = (offer: Offer) => (offer.enabled ? (offer.tone === "danger" ? 1 : 0) : 2);
  return {
    main,
    rest: offers.filter((offer) => offer !== main).toSorted((a, b) => place(a) - place(b)),
  };
};
