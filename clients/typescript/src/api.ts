// Generated from the OpenAPI document by "npx node scripts/print-docs.ts". Do not edit.

export interface paths {
    "/app/auth/register/child": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a child
         * @description Creates a profile with a friendly pseudonym as its name and signs it in.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["registerChild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/register/parent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a parent: send a code
         * @description Sends a code to the address. The response is the same whether or not the address is known. An address gets at most 10 emails in 10 minutes and 40 a day.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["registerParent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email code: registers or logs in a parent
         * @description A code is valid for 10 minutes and works once. After 5 wrong attempts a new code is needed; after 10 in an hour or 20 in a day every code is refused until the window ends.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/login/child": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in a child
         * @description After ten wrong PINs in a row each further attempt has to wait. A right PIN resets the count. A profile that will be deleted cannot log in (403, reason `to_be_deleted`).
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["loginChild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/login/parent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in a parent: send a code
         * @description Sends a code to the address. The response is the same whether or not the address is known. An address gets at most 10 emails in 10 minutes and 40 a day.
         *
         *     For anyone, without a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["loginParent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/link/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a linking code for a child to enter
         * @description It replaces the previous code.
         *
         *     For a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["createLinkingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/link/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link the child to the parent who created the code
         * @description A child that already has a guardian gets 409 and keeps that guardian. After 10 wrong codes in 15 minutes the next one has to wait.
         *
         *     For a child, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["redeemLinkingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/manager-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a code for the panel
         * @description The parent enters it on the page `/login`. It replaces the previous code.
         *
         *     For a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["createManagerCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out: revokes the token
         * @description For a child or a parent, with a token. Limit: 10 in 1 minute (`app-auth`).
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/auth/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The profiles saved on this device
         * @description For anyone, without a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listSavedProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's profile
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the caller's name or language
         * @description Send at least one of the two fields. A field that is not sent stays as it is.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/app/users/me/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's XP, level, streak and counters
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/users/me/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The badges that the caller has earned
         * @description The newest first.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listMyBadges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The levels, with the one that the caller has reached
         * @description The lowest first. A parent is on level 1.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listLevels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/avatar/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All avatar items
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listAvatarItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the avatar
         * @description Send only what changes. Either the whole change is applied or nothing.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateAvatar"];
        trace?: never;
    };
    "/app/onboarding/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's progress in getting started
         * @description A step is done when the caller has actually done it; it cannot be marked as done.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getOnboarding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/onboarding/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish getting started
         * @description Never refused: a pending step becomes skipped. Finishing twice changes nothing.
         *
         *     For a child or a parent, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["completeOnboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The worlds with the caller's progress
         * @description In display order. A parent gets them without progress.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listWorlds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A world
         * @description For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getWorld"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/worlds/{id}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The locations on the map of a world
         * @description All of them, in display order.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/locations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A location with its tasks
         * @description A locked location can be read too.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A task with its items
         * @description Without answers, hints and feedback. Each attempt has its own order of options, which stays the same; `attempt` is the open one, or else the last one.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a task or resume it
         * @description 201 for a new attempt, 200 for the open one. A completed task can be played again for practice, except a creative one.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["startTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/attempt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Save answers of the open attempt
         * @description Answers that are not sent stay saved; null removes an answer. Nothing is graded.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["saveAnswers"];
        trace?: never;
    };
    "/app/tasks/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have one answer of the open attempt judged at once
         * @description A right answer, or a wrong one to a choice between two options, closes the item. After another wrong answer there is one more try; a right second answer counts half. The same response again, or any after closing, gets the same verdict again. Completing the task keeps the verdicts and grades the other items. `correct_response` is null, except in practice after the item has closed.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["judgeAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the next hint of an item
         * @description Hints cost only the bonus for a perfect first attempt. When none is left, the response repeats all of them.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["takeHint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the open attempt
         * @description Saved answers count unless they are sent again; missing ones count as wrong. A failed attempt gets 200 with `passed` false and earns nothing; the task can be started again any number of times. `correct_response` is null unless the attempt has passed. A lesson and a real_world task need no answers.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["completeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/tasks/{id}/submit-creative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a creative task
         * @description Text, pictures, sound, or all of them; the task need not have been started. A guardian reviews it in the panel; without a guardian it is approved immediately. After `changes_requested` it can be submitted again. Without files, the same fields may be sent as JSON.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`); with files 5 in 1 minute (`upload`).
         */
        post: operations["submitCreativeWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/todos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's to-dos
         * @description In the order of `position`.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listTodos"];
        put?: never;
        /**
         * Add a to-do to the list of the caller
         * @description At most 500 can be open at once.
         *
         *     For a child or a parent, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["createTodo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/todos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a to-do
         * @description The XP that it earned stays. A deleted recurring to-do does not recur.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        delete: operations["deleteTodo"];
        options?: never;
        head?: never;
        /**
         * Change the status or the fields of a to-do
         * @description Send at least one field. Sending the current status is allowed. In a to-do that a parent assigned, a child can change the status, tick the checklist and set the position. Finishing or skipping a recurring to-do creates its next occurrence, which cannot be finished or skipped before its day begins in X-Timezone (409, reason `too_early`); a series can be done once on a local day. `done` can be undone within 24 hours, which revokes XP and removes an unchanged next occurrence.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-change`).
         */
        patch: operations["updateTodo"];
        trace?: never;
    };
    "/app/planets/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The planets that the caller could join
         * @description Open planets that have not ended and that the caller is not a member of: first those with free places and no `lock`, in the order of their packs, then the others.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listOpenPlanets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The planets that the caller is a member of
         * @description Most recently joined first, including planets that have ended.
         *
         *     For a child, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["listMyPlanets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join an open planet
         * @description At most five at once, not counting ended ones. 403 with the reason that `lock` gives; 409 for a member, and when the planet is full or has ended. The caller's days count for the goal from today in X-Timezone on.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["joinPlanet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/planets/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a planet
         * @description The caller's contribution to the goal is removed. The caller can rejoin an open planet.
         *
         *     For a child, with a token. Limit: 30 in 1 minute (`app-write`).
         */
        post: operations["leavePlanet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/rankings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The leaderboard of a family, a planet or all children
         * @description `family` contains the caller and children who share a guardian with the caller; for a parent, their children. `planet` and `global` contain children with XP in the period whose parent allows it, under made-up names. With fewer than five such children the list is empty. Weeks and months are in UTC.
         *
         *     For a child or a parent, with a token. Limit: 100 in 1 minute (`app-read`).
         */
        get: operations["getRankings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiErrorDetails: {
            /**
             * @description why, where the code alone does not tell
             * @enum {string}
             */
            reason?: "account_to_be_deleted" | "already_member" | "another_address" | "attempt_over" | "body_too_large" | "body_too_slow" | "completed" | "confirmation_required" | "creative_task" | "cross_site_request" | "ended" | "first_guardian_only" | "full" | "illegal_transition" | "in_progress" | "invalid_fields" | "key_reused" | "level" | "linked_to_another_parent" | "list_full" | "list_too_large" | "malformed_request" | "method_not_allowed" | "not_creative" | "not_member" | "not_started" | "not_started_yet" | "not_waiting" | "pending_review" | "planets_off" | "prerequisite" | "stale_form" | "storage_full" | "to_be_deleted" | "too_early" | "too_many_children" | "too_many_guardians" | "too_many_keys" | "too_many_planets" | "too_many_revisions" | "too_many_undone" | "too_many_waiting" | "too_old" | "too_young" | "unavailable" | "unsupported_media_type";
            /** @description names of the invalid fields, such as `answers.0.response` */
            fields?: string[];
            /** @description seconds */
            retry_after?: number;
        };
        ApiError: {
            /** @enum {string} */
            code: "VALIDATION_ERROR" | "INVALID_CODE" | "INVALID_EMAIL" | "UNAUTHORIZED" | "INVALID_PIN" | "FORBIDDEN" | "ITEM_LOCKED" | "NOT_FOUND" | "ITEM_NOT_FOUND" | "CONFLICT" | "ALREADY_LINKED" | "RATE_LIMITED" | "INTERNAL_ERROR";
            /** @description For a person, in the caller's language */
            message: string;
            details?: components["schemas"]["ApiErrorDetails"];
        };
        ErrorResponse: {
            error: components["schemas"]["ApiError"];
        };
        RegisterChildRequest: {
            /**
             * @description 1900 to this year
             * @example 2017
             */
            birth_year: number;
            /**
             * @description BCP 47 tag such as `en` or `pt-BR`
             * @example en
             */
            language: string;
            /**
             * @description 1 to 64 letters, digits, `_`, `-`: a starter look; any other id selects one of them
             * @example fox
             */
            avatar_id: string;
            /**
             * @description exactly 4 digits
             * @example 4071
             */
            pin: string;
        };
        RegisteredChild: {
            id: string;
            /** @description JWT, for the Authorization header */
            token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        RegisteredChildResponse: {
            data: components["schemas"]["RegisteredChild"];
        };
        RegisterParentRequest: {
            /**
             * @description at most 254 characters
             * @example parent@example.org
             */
            email: string;
        };
        CodeSent: {
            /** @description for a person */
            message: string;
            /** @description lifetime of the code: 600 */
            expires_in_seconds: number;
        };
        CodeSentResponse: {
            data: components["schemas"]["CodeSent"];
        };
        VerifyEmailRequest: {
            /**
             * @description at most 254 characters
             * @example parent@example.org
             */
            email: string;
            /**
             * @description six digits; spaces and dashes are ignored
             * @example 493027
             */
            code: string;
        };
        ParentToken: {
            /** @description JWT, for the Authorization header */
            token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            is_new_user: boolean;
        };
        ParentTokenResponse: {
            data: components["schemas"]["ParentToken"];
        };
        LoginChildRequest: {
            /**
             * @description from the list of profiles saved on this device
             * @example 5f1d0c2e9b8a47d3a6e4f7b20c91d8e5
             */
            profile_id: string;
            /**
             * @description exactly 4 digits
             * @example 4071
             */
            pin: string;
        };
        ProfileSummary: {
            id: string;
            display_name: string;
            avatar_url: string;
        };
        ChildToken: {
            /** @description JWT, for the Authorization header */
            token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            profile: components["schemas"]["ProfileSummary"];
        };
        ChildTokenResponse: {
            data: components["schemas"]["ChildToken"];
        };
        LoginParentRequest: {
            /**
             * @description at most 254 characters
             * @example parent@example.org
             */
            email: string;
        };
        LinkingCode: {
            /** @description 8 characters */
            linking_code: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        LinkingCodeResponse: {
            data: components["schemas"]["LinkingCode"];
        };
        RedeemLinkingCodeRequest: {
            /**
             * @description 8 characters; case, spaces and dashes do not matter
             * @example K7MPW2XQ
             */
            code: string;
        };
        LinkedChild: {
            id: string;
            display_name: string;
        };
        Link: {
            linked_child: components["schemas"]["LinkedChild"];
            parent_email: string;
        };
        LinkResponse: {
            data: components["schemas"]["Link"];
        };
        ManagerCode: {
            /** @description XXXX-XXXX */
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        ManagerCodeResponse: {
            data: components["schemas"]["ManagerCode"];
        };
        Message: {
            message: string;
        };
        MessageResponse: {
            data: components["schemas"]["Message"];
        };
        SavedProfile: {
            id: string;
            display_name: string;
            avatar_url: string | null;
            /** @enum {string} */
            role: "child" | "parent";
        };
        SavedProfileList: {
            data: components["schemas"]["SavedProfile"][];
        };
        Avatar: {
            skin: string;
            hair: string;
            hat: string | null;
            shirt: string;
            accessory: string | null;
        };
        Profile: {
            id: string;
            display_name: string;
            /** @description null for a parent */
            birth_year: number | null;
            /** @description BCP 47 tag */
            language: string;
            /** @enum {string} */
            role: "child" | "parent";
            avatar_url: string;
            avatar: components["schemas"]["Avatar"];
            /** @description the first guardian; null before linking and for a parent */
            linked_parent_email: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        ProfileResponse: {
            data: components["schemas"]["Profile"];
        };
        UpdateMeRequest: {
            /**
             * @description 1 to 40 characters after trimming
             * @example Mia
             */
            display_name?: string;
            /**
             * @description BCP 47 tag such as `en` or `pt-BR`; stored in canonical form
             * @example en
             */
            language?: string;
        };
        Stats: {
            xp_total: number;
            level: number;
            /** @description in the caller's language */
            level_name: string;
            /** @description 0 at the highest level */
            xp_to_next_level: number;
            xp_in_current_level: number;
            tasks_completed: number;
            tasks_in_progress: number;
            worlds_completed: number;
            locations_completed: number;
            badges_count: number;
            current_streak_days: number;
            longest_streak_days: number;
            total_time_minutes: number;
        };
        StatsResponse: {
            data: components["schemas"]["Stats"];
        };
        Badge: {
            id: string;
            name: string;
            description: string;
            icon_url: string;
            /** @enum {string} */
            rarity: "common" | "rare" | "epic" | "legendary";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            earned_at: string;
        };
        BadgePage: {
            data: components["schemas"]["Badge"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        UnlockedItem: {
            id: string;
            name: string;
        };
        Level: {
            level: number;
            name: string;
            /** @description total XP at which it begins */
            xp_required: number;
            /** @description XP from its start to the next level; null at the highest level */
            xp_to_next: number | null;
            icon_url: string;
            /** @description as in CSS: `#7BB661` */
            color: string;
            /** @description by the caller */
            reached: boolean;
            /** @description the caller's current level */
            is_current: boolean;
            /** @description avatar items */
            unlocks: components["schemas"]["UnlockedItem"][];
        };
        LevelList: {
            data: components["schemas"]["Level"][];
        };
        AvatarItem: {
            id: string;
            /** @enum {string} */
            category: "hat" | "hair" | "shirt" | "accessory" | "skin";
            name: string;
            preview_url: string;
            /** @description for the caller */
            unlocked: boolean;
            /** @description a text for the user; null when the item is free */
            unlock_condition: string | null;
            /** @description null for an item that is free or requires only a badge */
            required_level: number | null;
        };
        AvatarItemList: {
            data: components["schemas"]["AvatarItem"][];
        };
        UpdateAvatarRequest: {
            /**
             * @description id of a skin item
             * @example skin-honey
             */
            skin?: string;
            /**
             * @description id of a hair item
             * @example hair-bob-brown
             */
            hair?: string;
            /**
             * @description id of a hat item; null removes it
             * @example beanie-red
             */
            hat?: string | null;
            /**
             * @description id of a shirt item
             * @example tee-sky
             */
            shirt?: string;
            /**
             * @description id of a accessory item; null removes it
             * @example null
             */
            accessory?: string | null;
        };
        DressedAvatar: {
            avatar_url: string;
            avatar: components["schemas"]["Avatar"];
        };
        DressedAvatarResponse: {
            data: components["schemas"]["DressedAvatar"];
        };
        OnboardingStep: {
            /** @enum {string} */
            id: "pick_name" | "dress_avatar" | "first_task" | "link_parent" | "link_child" | "review_privacy";
            /** @description in the caller's language */
            title: string;
            /** @enum {string} */
            status: "pending" | "done" | "skipped";
            required: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            done_at: string | null;
        };
        Onboarding: {
            completed: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            /** @description id of the first pending step */
            current_step: string | null;
            progress_percent: number;
            steps: components["schemas"]["OnboardingStep"][];
            /** @description always null: finishing earns no reward */
            reward: null;
        };
        OnboardingResponse: {
            data: components["schemas"]["Onboarding"];
        };
        Theme: {
            /** @description as in CSS: `#F2A541` */
            color: string;
            icon_url: string;
        };
        Lock: {
            /** @enum {string} */
            reason: "level" | "prerequisite" | "planet" | "not_started_yet";
            /** @description why, in the caller's language */
            message: string;
            required_level: number | null;
            /** @description what has to be finished first */
            required_ids: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            unlocks_at: string | null;
        };
        World: {
            id: string;
            title: string;
            description: string;
            cover_url: string;
            theme: components["schemas"]["Theme"];
            subject: string;
            /** @description the original language */
            language: string;
            /** @description the caller's language if the world is complete in it */
            language_served: string;
            /** @description a recommendation; never locks the world */
            age_min: number;
            age_max: number;
            order_index: number;
            /** @enum {string} */
            status: "locked" | "available" | "in_progress" | "completed";
            lock: components["schemas"]["Lock"] | null;
            tasks_total: number;
            tasks_completed: number;
            progress_percent: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            locations_total: number;
            locations_completed: number;
            /** @description maximum XP of its tasks, locations and the world itself, without bonuses and practice */
            xp_available: number;
            xp_earned: number;
            content_version: string;
            license: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
        };
        WorldPage: {
            data: components["schemas"]["World"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        WorldResponse: {
            data: components["schemas"]["World"];
        };
        /** @description 0 to 1 from the upper left corner */
        MapPosition: {
            x: number;
            y: number;
        };
        Location: {
            id: string;
            world_id: string;
            title: string;
            description: string;
            icon_url: string;
            map: components["schemas"]["MapPosition"];
            order_index: number;
            /** @enum {string} */
            kind: "lesson" | "practice" | "challenge" | "creative" | "boss";
            optional: boolean;
            prerequisite_ids: string[];
            /** @enum {string} */
            status: "locked" | "available" | "in_progress" | "completed";
            lock: components["schemas"]["Lock"] | null;
            tasks_total: number;
            tasks_completed: number;
            progress_percent: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            stars_earned: number;
            stars_total: number;
        };
        LocationList: {
            data: components["schemas"]["Location"][];
        };
        Task: {
            id: string;
            location_id: string;
            world_id: string;
            title: string;
            /** @enum {string} */
            kind: "quiz" | "lesson" | "creative" | "real_world";
            /** @enum {string} */
            status: "locked" | "available" | "in_progress" | "pending_review" | "changes_requested" | "completed";
            lock: components["schemas"]["Lock"] | null;
            order_index: number;
            difficulty: number;
            estimated_minutes: number;
            /** @description the maximum */
            xp_reward: number;
            stars_best: number;
            attempts_count: number;
            /** @description a guardian reviews it */
            requires_review: boolean;
            skills: string[];
        };
        LocationDetail: {
            id: string;
            world_id: string;
            title: string;
            description: string;
            icon_url: string;
            map: components["schemas"]["MapPosition"];
            order_index: number;
            /** @enum {string} */
            kind: "lesson" | "practice" | "challenge" | "creative" | "boss";
            optional: boolean;
            prerequisite_ids: string[];
            /** @enum {string} */
            status: "locked" | "available" | "in_progress" | "completed";
            lock: components["schemas"]["Lock"] | null;
            tasks_total: number;
            tasks_completed: number;
            progress_percent: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            stars_earned: number;
            stars_total: number;
            tasks: components["schemas"]["Task"][];
        };
        LocationDetailResponse: {
            data: components["schemas"]["LocationDetail"];
        };
        Medium: {
            id: string;
            url: string;
            mime: string;
            /** @description text for a child who cannot see or hear it */
            alt_text: string;
            caption: string | null;
        };
        Option: {
            id: string;
            text: string;
            image_url: string | null;
        };
        /** @description Answered with OptionAnswer. */
        SingleChoiceItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "single_choice";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            options: components["schemas"]["Option"][];
        };
        /** @description Answered with OptionAnswer. */
        TrueFalseItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "true_false";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            options: components["schemas"]["Option"][];
        };
        /** @description Answered with OptionsAnswer. */
        MultipleChoiceItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "multiple_choice";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            options: components["schemas"]["Option"][];
            select_min: number;
            select_max: number;
        };
        /** @description Answered with TextAnswer. */
        FillInItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "fill_in";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            max_length: number;
        };
        /** @description Answered with NumberAnswer. */
        NumericItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "numeric";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            /** @description numeric */
            unit: string | null;
        };
        /** @description Answered with PairsAnswer. */
        MatchingItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "matching";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            left: components["schemas"]["Option"][];
            right: components["schemas"]["Option"][];
        };
        /** @description Answered with OrderAnswer. */
        SequencingItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "sequencing";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            options: components["schemas"]["Option"][];
        };
        Category: {
            id: string;
            text: string;
        };
        /** @description Answered with CategoriesAnswer. */
        CategorizeItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "categorize";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            options: components["schemas"]["Option"][];
            /** @description categorize */
            categories: components["schemas"]["Category"][];
        };
        /** @description hotspot */
        ItemPicture: {
            url: string;
            width: number;
            height: number;
            /** @description text for a child who cannot see or hear it */
            alt_text: string;
        };
        /** @description Answered with PointAnswer. */
        HotspotItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "hotspot";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            image: components["schemas"]["ItemPicture"];
        };
        /** @description A page to read, which needs no answer. */
        InfoItem: {
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "info";
            prompt: string;
            media: components["schemas"]["Medium"][];
            /** @description 0 for info */
            points: number;
            hints_available: number;
            /** @description info */
            text: string;
        };
        /** @description A question or a page of a task. Its `kind` decides which fields it has and what it is answered with. */
        Item: components["schemas"]["SingleChoiceItem"] | components["schemas"]["TrueFalseItem"] | components["schemas"]["MultipleChoiceItem"] | components["schemas"]["FillInItem"] | components["schemas"]["NumericItem"] | components["schemas"]["MatchingItem"] | components["schemas"]["SequencingItem"] | components["schemas"]["CategorizeItem"] | components["schemas"]["HotspotItem"] | components["schemas"]["InfoItem"];
        /**
         * @description The id of an option.
         * @example b
         */
        OptionAnswer: string;
        /**
         * @description The ids of the chosen options.
         * @example [
         *       "a",
         *       "d"
         *     ]
         */
        OptionsAnswer: string[];
        /**
         * @description The ids of all options in order.
         * @example [
         *       "c",
         *       "a",
         *       "b"
         *     ]
         */
        OrderAnswer: string[];
        /**
         * @description The word or text.
         * @example lighthouse
         */
        TextAnswer: string;
        /**
         * @description A number, or the text that the child has typed, with a decimal point or comma.
         * @example 2.5
         */
        NumberAnswer: number | string;
        /**
         * @description The id of the right option for the id of each left option.
         * @example {
         *       "cat": "kitten",
         *       "dog": "puppy"
         *     }
         */
        PairsAnswer: {
            [key: string]: string;
        };
        /**
         * @description The id of a category for the id of each option.
         * @example {
         *       "oak": "tree",
         *       "rose": "flower"
         *     }
         */
        CategoriesAnswer: {
            [key: string]: string;
        };
        /**
         * @description A point of the picture, from 0 to 1 from the upper left corner.
         * @example {
         *       "x": 0.4,
         *       "y": 0.7
         *     }
         */
        PointAnswer: {
            x: number;
            y: number;
        };
        /** @description The answer to an item, in the form that the kind of the item requires; null for none. */
        AnswerValue: components["schemas"]["OptionAnswer"] | components["schemas"]["OptionsAnswer"] | components["schemas"]["OrderAnswer"] | components["schemas"]["TextAnswer"] | components["schemas"]["NumberAnswer"] | components["schemas"]["PairsAnswer"] | components["schemas"]["CategoriesAnswer"] | components["schemas"]["PointAnswer"] | null;
        Answer: {
            item_id: string;
            response: components["schemas"]["AnswerValue"];
        };
        JudgedAnswer: {
            item_id: string;
            /** @description the last answer is fully right */
            correct: boolean;
            /** @description what the item counts */
            score: number;
            tries_left: number;
        };
        Attempt: {
            id: string;
            task_id: string;
            number: number;
            /** @enum {string} */
            status: "in_progress" | "passed" | "failed" | "pending_review";
            /** @description the task had already been completed */
            practice: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            content_version: string;
            answers_saved: components["schemas"]["Answer"][];
            /** @description verdicts on saved answers that were sent to POST /app/tasks/:id/answer */
            answers_judged: components["schemas"]["JudgedAnswer"][];
            hints_used: number;
            score: number;
            points: number;
            max_points: number;
            stars: number;
            time_spent_seconds: number;
            xp_awarded: number;
        };
        SubmittedFile: {
            /** @description only for the child and its guardians, with token or session cookie */
            url: string;
            mime: string;
        };
        SubmissionFeedback: {
            text: string | null;
            /** @enum {string|null} */
            sticker: "star" | "heart" | "rocket" | "rainbow" | "trophy" | "sunflower" | "clap" | "bright-idea" | null;
            stars: number | null;
        };
        Submission: {
            id: string;
            task_id: string;
            attempt_id: string;
            /** @description increases by one after each request for changes */
            revision: number;
            /** @enum {string} */
            kind: "text" | "image" | "audio" | "mixed" | "real_world";
            text: string;
            caption: string;
            media: components["schemas"]["SubmittedFile"][];
            /** @enum {string} */
            status: "pending_review" | "approved" | "changes_requested" | "withdrawn";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            submitted_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            reviewed_at: string | null;
            /** @description display name; null when nobody has reviewed it */
            reviewer: string | null;
            feedback: components["schemas"]["SubmissionFeedback"] | null;
            /** @description approved without a review, because there is no guardian or seven days have passed */
            auto_approved: boolean;
            /** @description total XP for the submission and its approval */
            xp_awarded: number;
        };
        TaskDetail: {
            id: string;
            location_id: string;
            world_id: string;
            title: string;
            /** @enum {string} */
            kind: "quiz" | "lesson" | "creative" | "real_world";
            /** @enum {string} */
            status: "locked" | "available" | "in_progress" | "pending_review" | "changes_requested" | "completed";
            lock: components["schemas"]["Lock"] | null;
            order_index: number;
            difficulty: number;
            estimated_minutes: number;
            /** @description the maximum */
            xp_reward: number;
            stars_best: number;
            attempts_count: number;
            /** @description a guardian reviews it */
            requires_review: boolean;
            skills: string[];
            instructions: string;
            language_served: string;
            media: components["schemas"]["Medium"][];
            pass_score: number;
            items: components["schemas"]["Item"][];
            attempt: components["schemas"]["Attempt"] | null;
            latest_submission: components["schemas"]["Submission"] | null;
            content_version: string;
        };
        TaskDetailResponse: {
            data: components["schemas"]["TaskDetail"];
        };
        AttemptResponse: {
            data: components["schemas"]["Attempt"];
        };
        AnswerInput: {
            /**
             * @description Id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
            response?: components["schemas"]["AnswerValue"];
        };
        SaveAnswersRequest: {
            answers: components["schemas"]["AnswerInput"][];
        };
        JudgeAnswerRequest: {
            /**
             * @description Id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
            response: components["schemas"]["AnswerValue"];
        };
        JudgedItem: {
            item_id: string;
            /** @description the last answer is fully right */
            correct: boolean;
            /** @description what the item counts */
            score: number;
            tries_left: number;
            /** @description on the last answer; about the mistake where the pack knows it */
            feedback: string;
            correct_response: components["schemas"]["AnswerValue"];
        };
        JudgedItemResponse: {
            data: components["schemas"]["JudgedItem"];
        };
        TakeHintRequest: {
            /**
             * @description Id of an item of the task.
             * @example seven-and-five
             */
            item_id: string;
        };
        Hints: {
            item_id: string;
            /** @description all hints taken so far, the newest last */
            hints: string[];
            hints_left: number;
        };
        HintsResponse: {
            data: components["schemas"]["Hints"];
        };
        CompleteTaskRequest: {
            /** @description must be the open attempt; defaults to it */
            attempt_id?: string;
            answers?: components["schemas"]["AnswerInput"][];
            time_spent_seconds?: number;
        };
        ItemResult: {
            item_id: string;
            correct: boolean;
            score: number;
            feedback: string;
            correct_response: components["schemas"]["AnswerValue"];
        };
        XpEntry: {
            /** @enum {string} */
            reason: "quiz_passed" | "quiz_improved" | "quiz_perfect" | "lesson_done" | "real_world_done" | "practice" | "location_completed" | "world_completed" | "creative_submitted" | "creative_approved" | "daily_first" | "todo_approved" | "todo_own" | "todo_undone";
            amount: number;
        };
        LevelUp: {
            from: number;
            to: number;
            level_name: string;
            /** @description ids of avatar items */
            unlocked_items: string[];
        };
        StreakUpdate: {
            current: number;
            longest: number;
            /** @description whether this made today count */
            extended: boolean;
        };
        Unlocked: {
            location_ids: string[];
            world_ids: string[];
        };
        Completion: {
            task: components["schemas"]["Task"];
            attempt: components["schemas"]["Attempt"];
            /** @description false while the task waits for a review */
            passed: boolean;
            score: number;
            stars: number;
            items: components["schemas"]["ItemResult"][];
            /** @description the sum of `xp_breakdown` */
            xp_awarded: number;
            xp_breakdown: components["schemas"]["XpEntry"][];
            level_up: components["schemas"]["LevelUp"] | null;
            badges_awarded: components["schemas"]["Badge"][];
            streak: components["schemas"]["StreakUpdate"];
            unlocked: components["schemas"]["Unlocked"];
            /** @description a suggestion for the next task */
            next_task_id: string | null;
        };
        CompletionResponse: {
            data: components["schemas"]["Completion"];
        };
        SubmitCreativeWorkRequest: {
            /** @description at most 5000 characters */
            text?: string;
            /** @description at most 500 characters */
            caption?: string;
            /** @description up to 3, of 10 MB each: PNG, JPEG, WebP up to 25 megapixels, M4A, MP3, WebM sound; in a multipart body */
            files?: Blob[];
        };
        SubmissionResponse: {
            data: components["schemas"]["Submission"];
        };
        Recurrence: {
            /** @enum {string} */
            freq: "daily" | "weekly" | "monthly";
            interval: number;
            by_weekday: ("mo" | "tu" | "we" | "th" | "fr" | "sa" | "su")[];
            until_date: string | null;
        };
        ChecklistEntry: {
            id: string;
            text: string;
            done: boolean;
        };
        Todo: {
            id: string;
            title: string;
            notes: string;
            /** @enum {string} */
            status: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
            /** @description YYYY-MM-DD */
            due_date: string | null;
            /** @description open, and due before today in X-Timezone */
            overdue: boolean;
            /** @enum {string} */
            priority: "low" | "normal" | "high";
            /** @enum {string} */
            created_by: "child" | "parent";
            /** @description the parent's profile id; null for the owner's own to-do */
            assigned_by: string | null;
            requires_approval: boolean;
            xp_reward: number;
            recurrence: components["schemas"]["Recurrence"] | null;
            checklist: components["schemas"]["ChecklistEntry"][];
            position: number;
            /** @description each `status` that may be sent now */
            allowed_transitions: ("pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped")[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            decided_at: string | null;
            decision_note: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            updated_at: string;
        };
        TodoPage: {
            data: components["schemas"]["Todo"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        RecurrenceInput: {
            /** @enum {string} */
            freq: "daily" | "weekly" | "monthly";
            /**
             * @description 1 to 365 days, weeks or months; 1 when not sent
             * @example 1
             */
            interval?: number;
            /**
             * @description weekly only
             * @example []
             */
            by_weekday?: ("mo" | "tu" | "we" | "th" | "fr" | "sa" | "su")[];
            /**
             * @description YYYY-MM-DD; no occurrence after it
             * @example 2027-06-30
             */
            until_date?: string | null;
        };
        NewChecklistEntry: {
            /**
             * @description 1 to 200 characters
             * @example Kitchen
             */
            text: string;
            /** @example false */
            done?: boolean;
        };
        CreateTodoRequest: {
            /**
             * @description 1 to 120 characters after trimming
             * @example Water the plants
             */
            title: string;
            /**
             * @description at most 2000 characters, empty for none
             * @example The fern, too
             */
            notes?: string;
            /**
             * @description YYYY-MM-DD, a local date
             * @example 2026-11-21
             */
            due_date?: string | null;
            /** @enum {string} */
            priority?: "low" | "normal" | "high";
            recurrence?: components["schemas"]["RecurrenceInput"] | null;
            /** @description at most 30 entries */
            checklist?: components["schemas"]["NewChecklistEntry"][];
            /**
             * @description order within the list
             * @example 1000
             */
            position?: number;
        };
        TodoResponse: {
            data: components["schemas"]["Todo"];
        };
        ChecklistEntryInput: {
            /**
             * @description the id of an existing entry; omit it for a new one
             * @example 019aa0c2-11f4-7a0e-8d52-2b9f6c1e7d40
             */
            id?: string;
            /**
             * @description 1 to 200 characters
             * @example Kitchen
             */
            text?: string;
            /** @example false */
            done?: boolean;
        };
        UpdateTodoRequest: {
            /**
             * @description 1 to 120 characters after trimming
             * @example Water the plants
             */
            title?: string;
            /**
             * @description at most 2000 characters, empty for none
             * @example The fern, too
             */
            notes?: string;
            /**
             * @description YYYY-MM-DD, a local date
             * @example 2026-11-21
             */
            due_date?: string | null;
            /** @enum {string} */
            priority?: "low" | "normal" | "high";
            recurrence?: components["schemas"]["RecurrenceInput"] | null;
            /** @description the whole list, at most 30 entries */
            checklist?: components["schemas"]["ChecklistEntryInput"][];
            /**
             * @description order within the list
             * @example 1000
             */
            position?: number;
            /**
             * @description one of `allowed_transitions`
             * @example done
             * @enum {string}
             */
            status?: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
        };
        DeletedTodo: {
            id: string;
            deleted: boolean;
        };
        DeletedTodoResponse: {
            data: components["schemas"]["DeletedTodo"];
        };
        PlanetGoal: {
            /**
             * @description XP, or tasks completed
             * @enum {string}
             */
            metric: "xp" | "tasks";
            target: number;
            /** @description of the current members, each since joining */
            progress: number;
            my_contribution: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            ends_at: string;
        };
        PlanetMember: {
            /** @description a pseudonym generated by the service, never the name that a child chose */
            display_name: string;
            avatar_url: string;
            level: number;
        };
        Planet: {
            id: string;
            name: string;
            description: string;
            image_url: string;
            theme: components["schemas"]["Theme"];
            /** @enum {string} */
            kind: "club" | "family" | "event";
            /** @enum {string} */
            visibility: "open" | "invite";
            /** @enum {string} */
            status: "upcoming" | "active" | "ended";
            member_count: number;
            capacity: number;
            age_min: number | null;
            age_max: number | null;
            min_level: number | null;
            is_member: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            joined_at: string | null;
            lock: components["schemas"]["Lock"] | null;
            goal: components["schemas"]["PlanetGoal"] | null;
            /** @description what the members have earned since Monday, UTC */
            weekly_xp: number;
            members_preview: components["schemas"]["PlanetMember"][];
        };
        PlanetPage: {
            data: components["schemas"]["Planet"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        PlanetResponse: {
            data: components["schemas"]["Planet"];
        };
        RankingEntry: {
            /** @description ties share a rank; null beyond 10000 */
            rank: number | null;
            /** @description in the family the name that the child has chosen, otherwise a made-up one */
            display_name: string;
            avatar_url: string;
            level: number;
            /** @description XP earned in the period */
            xp: number;
            is_me: boolean;
        };
        OwnRank: {
            /** @description ties share a rank; null beyond 10000 */
            rank: number | null;
            /** @description 10000 when the caller ranks beyond it, else null */
            rank_over: number | null;
            level: number;
            /** @description XP earned in the period */
            xp: number;
            /** @description whether others on this leaderboard can see the caller */
            is_listed: boolean;
        };
        RankingMeta: {
            /** @enum {string} */
            scope: "family" | "planet" | "global";
            /** @enum {string} */
            period: "week" | "month" | "all";
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            period_start: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            period_end: string | null;
            /** @description the number of children on the leaderboard; 10000 means that many or more */
            participants: number;
            me: components["schemas"]["OwnRank"] | null;
        };
        RankingEntryPage: {
            data: components["schemas"]["RankingEntry"][];
            next_cursor: string | null;
            has_more: boolean;
            meta: components["schemas"]["RankingMeta"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ApiErrorDetails = components['schemas']['ApiErrorDetails'];
export type ApiError = components['schemas']['ApiError'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type RegisterChildRequest = components['schemas']['RegisterChildRequest'];
export type RegisteredChild = components['schemas']['RegisteredChild'];
export type RegisteredChildResponse = components['schemas']['RegisteredChildResponse'];
export type RegisterParentRequest = components['schemas']['RegisterParentRequest'];
export type CodeSent = components['schemas']['CodeSent'];
export type CodeSentResponse = components['schemas']['CodeSentResponse'];
export type VerifyEmailRequest = components['schemas']['VerifyEmailRequest'];
export type ParentToken = components['schemas']['ParentToken'];
export type ParentTokenResponse = components['schemas']['ParentTokenResponse'];
export type LoginChildRequest = components['schemas']['LoginChildRequest'];
export type ProfileSummary = components['schemas']['ProfileSummary'];
export type ChildToken = components['schemas']['ChildToken'];
export type ChildTokenResponse = components['schemas']['ChildTokenResponse'];
export type LoginParentRequest = components['schemas']['LoginParentRequest'];
export type LinkingCode = components['schemas']['LinkingCode'];
export type LinkingCodeResponse = components['schemas']['LinkingCodeResponse'];
export type RedeemLinkingCodeRequest = components['schemas']['RedeemLinkingCodeRequest'];
export type LinkedChild = components['schemas']['LinkedChild'];
export type Link = components['schemas']['Link'];
export type LinkResponse = components['schemas']['LinkResponse'];
export type ManagerCode = components['schemas']['ManagerCode'];
export type ManagerCodeResponse = components['schemas']['ManagerCodeResponse'];
export type Message = components['schemas']['Message'];
export type MessageResponse = components['schemas']['MessageResponse'];
export type SavedProfile = components['schemas']['SavedProfile'];
export type SavedProfileList = components['schemas']['SavedProfileList'];
export type Avatar = components['schemas']['Avatar'];
export type Profile = components['schemas']['Profile'];
export type ProfileResponse = components['schemas']['ProfileResponse'];
export type UpdateMeRequest = components['schemas']['UpdateMeRequest'];
export type Stats = components['schemas']['Stats'];
export type StatsResponse = components['schemas']['StatsResponse'];
export type Badge = components['schemas']['Badge'];
export type BadgePage = components['schemas']['BadgePage'];
export type UnlockedItem = components['schemas']['UnlockedItem'];
export type Level = components['schemas']['Level'];
export type LevelList = components['schemas']['LevelList'];
export type AvatarItem = components['schemas']['AvatarItem'];
export type AvatarItemList = components['schemas']['AvatarItemList'];
export type UpdateAvatarRequest = components['schemas']['UpdateAvatarRequest'];
export type DressedAvatar = components['schemas']['DressedAvatar'];
export type DressedAvatarResponse = components['schemas']['DressedAvatarResponse'];
export type OnboardingStep = components['schemas']['OnboardingStep'];
export type Onboarding = components['schemas']['Onboarding'];
export type OnboardingResponse = components['schemas']['OnboardingResponse'];
export type Theme = components['schemas']['Theme'];
export type Lock = components['schemas']['Lock'];
export type World = components['schemas']['World'];
export type WorldPage = components['schemas']['WorldPage'];
export type WorldResponse = components['schemas']['WorldResponse'];
export type MapPosition = components['schemas']['MapPosition'];
export type Location = components['schemas']['Location'];
export type LocationList = components['schemas']['LocationList'];
export type Task = components['schemas']['Task'];
export type LocationDetail = components['schemas']['LocationDetail'];
export type LocationDetailResponse = components['schemas']['LocationDetailResponse'];
export type Medium = components['schemas']['Medium'];
export type Option = components['schemas']['Option'];
export type SingleChoiceItem = components['schemas']['SingleChoiceItem'];
export type TrueFalseItem = components['schemas']['TrueFalseItem'];
export type MultipleChoiceItem = components['schemas']['MultipleChoiceItem'];
export type FillInItem = components['schemas']['FillInItem'];
export type NumericItem = components['schemas']['NumericItem'];
export type MatchingItem = components['schemas']['MatchingItem'];
export type SequencingItem = components['schemas']['SequencingItem'];
export type Category = components['schemas']['Category'];
export type CategorizeItem = components['schemas']['CategorizeItem'];
export type ItemPicture = components['schemas']['ItemPicture'];
export type HotspotItem = components['schemas']['HotspotItem'];
export type InfoItem = components['schemas']['InfoItem'];
export type Item = components['schemas']['Item'];
export type OptionAnswer = components['schemas']['OptionAnswer'];
export type OptionsAnswer = components['schemas']['OptionsAnswer'];
export type OrderAnswer = components['schemas']['OrderAnswer'];
export type TextAnswer = components['schemas']['TextAnswer'];
export type NumberAnswer = components['schemas']['NumberAnswer'];
export type PairsAnswer = components['schemas']['PairsAnswer'];
export type CategoriesAnswer = components['schemas']['CategoriesAnswer'];
export type PointAnswer = components['schemas']['PointAnswer'];
export type AnswerValue = components['schemas']['AnswerValue'];
export type Answer = components['schemas']['Answer'];
export type JudgedAnswer = components['schemas']['JudgedAnswer'];
export type Attempt = components['schemas']['Attempt'];
export type SubmittedFile = components['schemas']['SubmittedFile'];
export type SubmissionFeedback = components['schemas']['SubmissionFeedback'];
export type Submission = components['schemas']['Submission'];
export type TaskDetail = components['schemas']['TaskDetail'];
export type TaskDetailResponse = components['schemas']['TaskDetailResponse'];
export type AttemptResponse = components['schemas']['AttemptResponse'];
export type AnswerInput = components['schemas']['AnswerInput'];
export type SaveAnswersRequest = components['schemas']['SaveAnswersRequest'];
export type JudgeAnswerRequest = components['schemas']['JudgeAnswerRequest'];
export type JudgedItem = components['schemas']['JudgedItem'];
export type JudgedItemResponse = components['schemas']['JudgedItemResponse'];
export type TakeHintRequest = components['schemas']['TakeHintRequest'];
export type Hints = components['schemas']['Hints'];
export type HintsResponse = components['schemas']['HintsResponse'];
export type CompleteTaskRequest = components['schemas']['CompleteTaskRequest'];
export type ItemResult = components['schemas']['ItemResult'];
export type XpEntry = components['schemas']['XpEntry'];
export type LevelUp = components['schemas']['LevelUp'];
export type StreakUpdate = components['schemas']['StreakUpdate'];
export type Unlocked = components['schemas']['Unlocked'];
export type Completion = components['schemas']['Completion'];
export type CompletionResponse = components['schemas']['CompletionResponse'];
export type SubmitCreativeWorkRequest = components['schemas']['SubmitCreativeWorkRequest'];
export type SubmissionResponse = components['schemas']['SubmissionResponse'];
export type Recurrence = components['schemas']['Recurrence'];
export type ChecklistEntry = components['schemas']['ChecklistEntry'];
export type Todo = components['schemas']['Todo'];
export type TodoPage = components['schemas']['TodoPage'];
export type RecurrenceInput = components['schemas']['RecurrenceInput'];
export type NewChecklistEntry = components['schemas']['NewChecklistEntry'];
export type CreateTodoRequest = components['schemas']['CreateTodoRequest'];
export type TodoResponse = components['schemas']['TodoResponse'];
export type ChecklistEntryInput = components['schemas']['ChecklistEntryInput'];
export type UpdateTodoRequest = components['schemas']['UpdateTodoRequest'];
export type DeletedTodo = components['schemas']['DeletedTodo'];
export type DeletedTodoResponse = components['schemas']['DeletedTodoResponse'];
export type PlanetGoal = components['schemas']['PlanetGoal'];
export type PlanetMember = components['schemas']['PlanetMember'];
export type Planet = components['schemas']['Planet'];
export type PlanetPage = components['schemas']['PlanetPage'];
export type PlanetResponse = components['schemas']['PlanetResponse'];
export type RankingEntry = components['schemas']['RankingEntry'];
export type OwnRank = components['schemas']['OwnRank'];
export type RankingMeta = components['schemas']['RankingMeta'];
export type RankingEntryPage = components['schemas']['RankingEntryPage'];
export type $defs = Record<string, never>;
export interface operations {
    registerChild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "birth_year": 2017,
                 *       "language": "en",
                 *       "avatar_id": "fox",
                 *       "pin": "4071"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterChildRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredChildResponse"];
                };
            };
        };
    };
    registerParent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterParentRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentResponse"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org",
                 *       "code": "493027"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParentTokenResponse"];
                };
            };
        };
    };
    loginChild: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "profile_id": "5f1d0c2e9b8a47d3a6e4f7b20c91d8e5",
                 *       "pin": "4071"
                 *     }
                 */
                "application/json": components["schemas"]["LoginChildRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChildTokenResponse"];
                };
            };
        };
    };
    loginParent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "parent@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["LoginParentRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSentResponse"];
                };
            };
        };
    };
    createLinkingCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkingCodeResponse"];
                };
            };
        };
    };
    redeemLinkingCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "K7MPW2XQ"
                 *     }
                 */
                "application/json": components["schemas"]["RedeemLinkingCodeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkResponse"];
                };
            };
        };
    };
    createManagerCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagerCodeResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listSavedProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProfileList"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Mia",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMeRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResponse"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatsResponse"];
                };
            };
        };
    };
    listMyBadges: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgePage"];
                };
            };
        };
    };
    listLevels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelList"];
                };
            };
        };
    };
    listAvatarItems: {
        parameters: {
            query?: {
                /** @description only this category */
                category?: "hat" | "hair" | "shirt" | "accessory" | "skin";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarItemList"];
                };
            };
        };
    };
    updateAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "skin": "skin-honey",
                 *       "hair": "hair-bob-brown",
                 *       "hat": "beanie-red",
                 *       "shirt": "tee-sky",
                 *       "accessory": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAvatarRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DressedAvatarResponse"];
                };
            };
        };
    };
    getOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResponse"];
                };
            };
        };
    };
    completeOnboarding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnboardingResponse"];
                };
            };
        };
    };
    listWorlds: {
        parameters: {
            query?: {
                /** @description only worlds with this status */
                status?: "locked" | "available" | "in_progress" | "completed";
                /** @description the `subject` of a world */
                subject?: string;
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldPage"];
                };
            };
        };
    };
    getWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a world */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldResponse"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a world */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a location */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationDetailResponse"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDetailResponse"];
                };
            };
        };
    };
    startTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptResponse"];
                };
            };
        };
    };
    saveAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "item_id": "seven-and-five",
                 *           "response": "twelve"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SaveAnswersRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptResponse"];
                };
            };
        };
    };
    judgeAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "seven-and-five",
                 *       "response": "twelve"
                 *     }
                 */
                "application/json": components["schemas"]["JudgeAnswerRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgedItemResponse"];
                };
            };
        };
    };
    takeHint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "item_id": "seven-and-five"
                 *     }
                 */
                "application/json": components["schemas"]["TakeHintRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HintsResponse"];
                };
            };
        };
    };
    completeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "answers": [
                 *         {
                 *           "item_id": "seven-and-five",
                 *           "response": "twelve"
                 *         }
                 *       ],
                 *       "time_spent_seconds": 90
                 *     }
                 */
                "application/json": components["schemas"]["CompleteTaskRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompletionResponse"];
                };
            };
        };
    };
    submitCreativeWork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a task */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["SubmitCreativeWorkRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionResponse"];
                };
            };
        };
    };
    listTodos: {
        parameters: {
            query?: {
                /** @description only to-dos with this status */
                status?: "pending" | "done" | "awaiting_approval" | "approved" | "rejected" | "skipped";
                /** @description relative to today in X-Timezone */
                due?: "today" | "overdue" | "upcoming";
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoPage"];
                };
            };
        };
    };
    createTodo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Water the plants",
                 *       "notes": "The fern, too",
                 *       "due_date": "2026-11-21",
                 *       "priority": "high",
                 *       "recurrence": {
                 *         "freq": "weekly",
                 *         "by_weekday": [
                 *           "sa"
                 *         ]
                 *       },
                 *       "checklist": [
                 *         {
                 *           "text": "Kitchen"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateTodoRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoResponse"];
                };
            };
        };
    };
    deleteTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a to-do */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTodoResponse"];
                };
            };
        };
    };
    updateTodo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a to-do */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "done"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTodoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodoResponse"];
                };
            };
        };
    };
    listOpenPlanets: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetPage"];
                };
            };
        };
    };
    listMyPlanets: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetPage"];
                };
            };
        };
    };
    joinPlanet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a planet */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetResponse"];
                };
            };
        };
    };
    leavePlanet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of a planet */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanetResponse"];
                };
            };
        };
    };
    getRankings: {
        parameters: {
            query?: {
                /** @description who is on the leaderboard */
                scope?: "family" | "planet" | "global";
                /** @description required for scope `planet`; a planet that the caller has joined */
                planet_id?: string;
                /** @description when the XP was earned */
                period?: "week" | "month" | "all";
                /** @description `next_cursor` of the previous page */
                cursor?: string;
                /** @description maximum number of entries of the page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RankingEntryPage"];
                };
            };
        };
    };
}
