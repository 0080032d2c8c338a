import type { Probe } from "#server/operation/checking.ts";
import { askModel, modelConfigured } from "./model.service.ts";

export const modelProbe: Probe = {
  name: "model",
  label: "Language model",
  what: "Asks the language model for one word, where one is set.",
  run: async ({ app: { config } }) => {
    if (!modelConfigured(config))
      return {
        outcome: "none",
        said: "No model is set (LEVEE_LLM_URL): the assistant answers with passages of the guide.",
      };
    const status = await askModel(config, "Answer with the word yes.");
    return status < 300
      ? { outcome: "green", said: `${config.LEVEE_LLM_MODEL} answered.` }
      : {
          outcome: "red",
          said: `It answered with status ${status}.`,
          todo: "Look at LEVEE_LLM_URL, LEVEE_LLM_KEY and LEVEE_LLM_MODEL. Until then the assistant answers with passages of the guide.",
        };
  },
};
