import { useState, type ReactNode } from "react";
import { ApiProblem } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";

type Asked = { text: string; answer: (meant: boolean) => void };

/**
 * Sends an invoice and, where the server asks whether an amount that turns round is meant, puts the
 * question and sends it once more. Who says no is back in the form, with the server's words at the
 * fields.
 */
export const useConfirmNegative = (): {
  sending: <T>(send: (confirmNegative: boolean) => Promise<T>) => Promise<T>;
  question: ReactNode;
} => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const settle = (meant: boolean) => {
    setAsked(null);
    asked?.answer(meant);
  };
  const sending = async <T,>(send: (confirmNegative: boolean) => Promise<T>): Promise<T> => {
    try {
      return await send(false);
    } catch (error) {
      if (
        !(error instanceof ApiProblem) ||
        error.code !== "less_than_nothing" ||
        !(await new Promise<boolean>((answer) => setAsked({ text: error.detail, answer })))
      )
        throw error;
      return send(true);
    }
  };
  return {
    sending,
    question: (
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) settle(false);
        }}
        title="Does the invoice say so?"
        description={asked?.text ?? ""}
        footer={
          <>
            <button type="button" className="btn" onClick={() => settle(false)}>
              Correct it
            </button>
            <button type="button" className="btn btn-primary" onClick={() => settle(true)}>
              It says so
            </button>
          </>
        }
      />
    ),
  };
};
