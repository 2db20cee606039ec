/// What nodes ask of Redis, each in one script, so that nothing comes between the looking and the doing.
///
/// Keys: the lease (who polls for all), the count of leases, the stream of histories, the rest that the feed is to have
/// and what boards lack. All are in one slot of a Redis Cluster, by the braces.
enum ClusterScripts {
    /// Of nodes that agree on the feed and on the rules, and can read each other's histories.
    static func keys(feed: String, rules: String, format: Int) -> [String] {
        let name = "{nexttogo:\(format):\(feed.replacing(" ", with: "-")):\(rules)}"
        return ["lease", "leases", "cards", "rest", "need"].map { "\(name):\($0)" }
    }

    /// One turn of a node: keeps its lease or takes a free one, and brings what is newer than what it has.
    ///
    /// KEYS: lease, leases, cards. ARGV: the node's id, 1 if it may poll for all, the lease's milliseconds, and the
    /// lowest entry that is newer.
    /// Answers with the time (seconds, microseconds), the lease's token or '', and the newest entry's id and card.
    static let turn = """
        local time = redis.call('TIME')
        local token = redis.call('GET', KEYS[1]) or ''
        local mine = string.sub(token, 1, #ARGV[1] + 1) == ARGV[1] .. ':'
        if mine and ARGV[2] == '1' then
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
        elseif mine then
            redis.call('DEL', KEYS[1])
            token = ''
        elseif token == '' and ARGV[2] == '1' then
            token = ARGV[1] .. ':' .. redis.call('INCR', KEYS[2])
            redis.call('SET', KEYS[1], token, 'PX', ARGV[3])
        end
        local newest = redis.call('XREVRANGE', KEYS[3], '+', ARGV[4], 'COUNT', 1)[1]
        if newest then return {time[1], time[2], token, newest[1], newest[2][2]} end
        return {time[1], time[2], token, '', ''}
        """

    /// Adds a history to the stream, unless another node holds the lease, or has added something that this one has not
    /// seen, or time would go backwards.
    ///
    /// KEYS: lease, leases, cards. ARGV: the lease's token, the newest entry that the node has, the second from which
    /// the history holds, the history, and the entries to keep. An hour after the last of them nobody needs any.
    /// Answers with what was done, and the id of the entry.
    static let publish = """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {'fenced', ''} end
        local function parts(id)
            local second, count = string.match(id, '^(%d+)-(%d+)$')
            return tonumber(second), tonumber(count)
        end
        local from = tonumber(ARGV[3])
        local latest = tonumber(redis.call('TIME')[1]) + 10
        if from > latest then return {'early', ''} end
        local second, count = parts(ARGV[2])
        local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
        if last then
            local lastSecond, lastCount = parts(last[1])
            if lastSecond > latest then
                redis.call('DEL', KEYS[3])
            elseif lastSecond > second or lastSecond == second and lastCount > count then
                return {'behind', last[1]}
            end
        end
        if from < second then return {'backwards', ''} end
        local id = ARGV[3] .. '-' .. (from == second and count + 1 or 0)
        redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[5], id, 'card', ARGV[4])
        redis.call('EXPIRE', KEYS[3], 3600)
        return {'added', id}
        """

    /// Leaves a rest for whoever polls next: the failures so far, for as long as the feed is to be left alone.
    ///
    /// KEYS: lease, leases, cards, rest. ARGV: the lease's token, the milliseconds, the failures.
    static let rest = """
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        redis.call('SET', KEYS[4], ARGV[3], 'PX', ARGV[2])
        return 1
        """

    /// What one who polls has to know of the others, and what one who does not tells of itself.
    ///
    /// KEYS: lease, leases, cards, rest, need. ARGV: what the node's boards lack, 0 to 2, which is kept for 2 s.
    /// Answers with the milliseconds of rest that are left (below 1 when none are), the failures, and what boards lack.
    static let needs = """
        local need = redis.call('GET', KEYS[5]) or '0'
        if ARGV[1] ~= '0' and ARGV[1] >= need then
            need = ARGV[1]
            redis.call('SET', KEYS[5], need, 'PX', 2000)
        end
        return {redis.call('PTTL', KEYS[4]), redis.call('GET', KEYS[4]) or '0', need}
        """

    /// Gives the lease back, if it is the node's own. KEYS and ARGV as far as needed.
    static let leave = """
        local token = redis.call('GET', KEYS[1]) or ''
        if string.sub(token, 1, #ARGV[1] + 1) == ARGV[1] .. ':' then redis.call('DEL', KEYS[1]) end
        return token
        """
}
