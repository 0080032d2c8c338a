import type { Probe } from "#server/operation/checking.ts";
import { callModel } from "./call.service.ts";
import { modelFor } from "./setting.service.ts";

export const modelProbe: Probe = {
  name: "model",
  label: "Language model",
  what: "Asks the language model for one word, where one is set.",
  run: async ({ app }) => {
    const model = await modelFor(app.config, null);
    if (!model)
      return {
        outcome: "none",
        said: "No model is set (LEVEE_LLM_URL): the assistant answers with passages of the guide.",
      };
    const { status } = await callModel(app, model, {
      max_tokens: 8,
      messages: [{ role: "user", content: "Answer with the word yes." }],
    });
    return status < 300
      ? { outcome: "green", said: `${model.model} answered.` }
      : {
          outcome: "red",
          said: `It answered with status ${status}.`,
          todo: "Look at LEVEE_LLM_URL, LEVEE_LLM_KEY and LEVEE_LLM_MODEL. Until then the assistant answers with passages of the guide.",
        };
  },
};
