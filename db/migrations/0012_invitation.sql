-- An invitation is accepted by whoever proved the invited address; no secret of its own is needed.
alter table invitation drop column token_hash;
