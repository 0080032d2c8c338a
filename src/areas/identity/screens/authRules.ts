import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import "#kernel/plain-words.ts";
import { displayName, email, newPassword, typedPassword } from "../validators.model.ts";

// What these forms ask before they are sent, as the server does; screens take them by
// `rulesOnDemand`.

export const signUpRules = zodResolver(z.object({ displayName, email, password: newPassword }));
export const resetRules = zodResolver(
  z.object({
    password: newPassword,
    keep: z.object({ passkeys: z.array(z.string()), sessions: z.array(z.string()) }),
  }),
);
export const passwordRules = zodResolver(
  z.object({ current_password: typedPassword, password: newPassword }),
);
