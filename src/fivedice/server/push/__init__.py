"""Web Push: subscriptions, encryption and delivery."""
