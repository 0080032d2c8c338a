import type { OutsideView } from "./signature.model.ts";

/** What somebody outside is told where there is nothing to sign for them. */
export const standing = ({ status, signed, number }: OutsideView): string =>
  status === "complete"
    ? `${number} is signed by all.`
    : status === "declined"
      ? `${number} was declined. Nobody signs it any more.`
      : status === "expired"
        ? `The time to sign ${number} has passed.`
        : status === "voided"
          ? `The request to sign ${number} is void.`
          : signed
            ? `You have signed ${number}. Others still sign.`
            : `Others sign ${number} before you. You get a letter when it is your turn.`;
