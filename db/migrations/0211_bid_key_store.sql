-- Which key store holds a bid's part (SHA-256 of its public key): an opening that reaches another one must not take its bids for lost.
alter table bid add key_store text;
